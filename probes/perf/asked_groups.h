// The perf events that the user asks for.
#pragma once

#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "probes/host/host.h"
#include "probes/perf/event_group.h"

namespace collect {

/// The groups of --events "a,b,{c,d}:u" (event_list.h, event_name.h). The events of a group in
/// braces that lie on several PMUs become one group for each, since a PMU counts only its own.
/// InvalidArgument names the event or the character at fault, NotFound an event that nothing here
/// bears.
absl::StatusOr<std::vector<GroupSpec>> AskedPerfGroups(Host& host, absl::string_view events);

}  // namespace collect
