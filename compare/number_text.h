// Numbers as the cells of a table show them.
#pragma once

#include <string>

#include "absl/strings/string_view.h"
#include "collect/v1/comparison.pb.h"

namespace collect {

/// A mean, rounded, in at most 10 characters: two decimals below 1000, whole numbers up to 10^8,
/// else four significant digits; three significant digits below 0.1. Not by the locale (S-034).
std::string MeanText(double value);

/// The sample standard deviation in per cent of the mean, such as "±4.2%", "± 42%"; "-" where it
/// cannot be said, and nothing when all values are equal. In characters, not bytes, at most 5.
std::string SpreadText(const v1::GroupValues& group);

/// A change such as "+12.3%", "+7.6" (in points, or in the metric's unit) or "0 -> 12" (S-100);
/// "~" in front where no difference was seen, "?" where it is weak or the runs are too few. Empty
/// where there is nothing to say.
std::string ChangeText(const v1::Row& row, int other);

/// `text` behind so many blanks that it is `width` characters wide; "±" is one character.
std::string PadLeft(absl::string_view text, size_t width);

}  // namespace collect
