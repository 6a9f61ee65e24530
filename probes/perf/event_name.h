// What an event's name stands for on this machine.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "probes/host/host.h"
#include "probes/perf/event_group.h"

namespace collect {

/// Finds an event by the name that perf-stat(1) would take: one of the kernel's ("cpu-cycles",
/// "LLC-loads"), a raw code ("r01c2"), an event that sysfs shows ("mem-loads"), a PMU with terms
/// (pmu_event.h), a tracepoint, or one of libpfm4's ("skx::L1D.REPLACEMENT"), with `modifiers` and
/// its own behind a colon ("cycles:u"). Each group of the result holds this one event, on one PMU:
/// there are several on a machine with cores of several kinds, whose events bear their PMU's name.
/// NotFound: nothing has this name; InvalidArgument names the part that is malformed.
absl::StatusOr<std::vector<GroupSpec>> ResolveEvent(Host& host, absl::string_view text,
                                                    absl::string_view modifiers);

/// Names of events that this machine has, to tell a mistyped one from.
std::vector<std::string> KnownEventNames(Host& host);

}  // namespace collect
