// The kernel's list format for CPU and node numbers: "0-3,8,10-11".
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace collect {

/// Reads a list as /sys/devices/system/cpu/online holds it; blanks at the ends are passed over and
/// an empty list is no error. InvalidArgument names the token that is not a number or a rising
/// range. Format: Documentation/admin-guide/cputopology.rst, lib/bitmap-str.c.
absl::StatusOr<std::vector<int>> ParseCpuList(absl::string_view text);

/// The reverse: sorted numbers to "0-3,8".
std::string FormatCpuList(absl::Span<const int> sorted);

}  // namespace collect
