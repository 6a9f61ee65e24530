// Metrics that are alike in their noise, and metrics that tell the same story.
#pragma once

#include <string>

#include "absl/strings/string_view.h"

namespace collect {

/// The class of a metric, within which spreads are alike: what read it, and for the collectors that
/// report things of several natures also which of them ("perf-stat.ps", "perf-profile.self").
absl::string_view ClassOf(absl::string_view name);

/// The name with the numbers of CPUs, nodes, zones and orders starred, and without the last part
/// where that only says which figure of the same thing it is: "interrupts.CPU*.LOC:...",
/// "slabinfo.dentry", "numa-vmstat.node*.nr_dirty".
std::string FamilyOf(absl::string_view name);

}  // namespace collect
