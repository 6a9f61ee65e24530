// Values that gather around two levels.
#pragma once

#include <optional>

#include "absl/types/span.h"

namespace collect {

/// Two levels, and which share of the values is at the upper one.
struct Modes {
  double lower = 0;  ///< mean of the values below the widest gap
  double upper = 0;  ///< mean of those above
  double upper_share = 0;
};

/// The two modes of values whose widest gap leaves at least a fifth of them on either side and is
/// wider than 4 standard deviations within the parts (S-109). Nothing for fewer than 8 values.
std::optional<Modes> FindModes(absl::Span<const double> values);

}  // namespace collect
