// Which of the wanted perf events this machine can count, and in which groups.
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "probes/host/host.h"
#include "probes/perf/event_group.h"

namespace collect {

/// Events that are not counted, for one reason.
struct LeftOut {
  std::vector<std::string> events;
  absl::Status reason;
};

/// Adds events to what has been left out for the same reason.
void LeaveOut(const std::vector<EventSpec>& events, const absl::Status& reason,
              std::vector<LeftOut>& left_out);

/// The wanted groups as this machine can count them for `target`, tried on `cpu` (a group with CPUs
/// of its own on the first of them): without the events that it lacks, which are added to
/// `left_out`, and in two parts where the PMU has too few counters for all. A group that fails for
/// another reason, permission say, is left out whole. Reasons are as the kernel gave them, not yet
/// explained.
std::vector<GroupSpec> FitGroups(Host& host, const std::vector<GroupSpec>& wanted,
                                 const PerfTarget& target, int cpu, std::vector<LeftOut>& left_out);

}  // namespace collect
