// What a metric's name tells about how it is shown.
#pragma once

#include <string>

#include "absl/strings/string_view.h"

namespace collect {

/// The first part of a name: "proc-vmstat" of "proc-vmstat.numa_hit".
absl::string_view FirstPart(absl::string_view name);

/// A share in per cent, whose changes are differences in points: the name ends in "%" or begins
/// with "perf-profile" (S-105).
bool IsShare(absl::string_view name);

/// A point in time and not an amount of it ("dmesg.timestamp:last"): never compared (S-099).
bool IsTimeStamp(absl::string_view name);

/// The name as a terminal may have it: a name with control bytes, as imported files can hold, comes
/// out escaped as in C.
std::string Printable(absl::string_view name);

}  // namespace collect
