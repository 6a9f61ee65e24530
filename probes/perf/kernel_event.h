// Events that the kernel itself has names for, as `perf list` shows them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "probes/perf/event_group.h"

namespace collect {

/// The hardware, software or cache event of this name ("cpu-cycles", "page-faults",
/// "dTLB-load-misses"), or nothing. Encodings: perf_event_open(2).
std::optional<EventSpec> KernelEvent(absl::string_view name);

/// Every name that KernelEvent knows.
std::vector<std::string> KernelEventNames();

/// The same for a list of names, all of which must be known.
std::vector<EventSpec> KernelEvents(std::initializer_list<absl::string_view> names);

}  // namespace collect
