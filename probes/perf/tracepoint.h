// Tracepoints of the kernel as perf events.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "probes/host/host.h"
#include "probes/perf/event_group.h"

namespace collect {

/// Finds "sched:sched_switch" in tracefs (Documentation/trace/events.rst). NotFound: there is no
/// such tracepoint, or no tracefs; PermissionDenied: this user may not look.
absl::StatusOr<EventSpec> FindTracepoint(Host& host, absl::string_view name);

/// Every tracepoint of the kernel that this user may see.
std::vector<std::string> TracepointNames(Host& host);

}  // namespace collect
