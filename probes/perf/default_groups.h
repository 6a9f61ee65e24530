// The perf events that are counted when the user names none.
#pragma once

#include <vector>

#include "probes/host/host.h"
#include "probes/perf/event_group.h"

namespace collect {

/// The robot's groups: cycles and instructions with the caches and branches, pairs for TLBs and
/// nodes, the software events. A machine whose cores are of several kinds has the hardware groups
/// once for each kind, under names such as "cpu_core/cpu-cycles/"; a core PMU with the event
/// `slots` has the four top-down events of level 1 too. A further group is one more row.
std::vector<GroupSpec> DefaultPerfGroups(Host& host);

}  // namespace collect
