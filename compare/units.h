// Units that are multiples of each other.
#pragma once

#include <optional>

#include "absl/strings/string_view.h"

namespace collect {

/// The factor that turns an amount in unit `from` into one in unit `to`; 1 for equal units, also
/// unknown ones. Nothing when they do not measure the same, or when only one of them is known
/// (empty). kB are the kernel's, 1024 bytes.
std::optional<double> UnitFactor(absl::string_view from, absl::string_view to);

}  // namespace collect
