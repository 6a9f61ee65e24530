// The robot's view of a comparison's values.
#pragma once

#include <vector>

#include "absl/strings/string_view.h"
#include "collect/v1/comparison.pb.h"

namespace collect {

/// A count of failures or passes ("dmesg.WARNING:...", "xfstests.generic.001.fail"), by the names
/// that the robot takes for such.
bool IsFailureStat(absl::string_view name);

/// Which runs of each group the robot calls complete: those of which last_state.is_incomplete_run
/// is not 1.
std::vector<std::vector<bool>> CompleteRuns(const v1::Comparison& comparison);

/// The value of every chosen run, 0 where it lacks the metric.
std::vector<double> PaddedValues(const v1::GroupValues& group, const std::vector<bool>& chosen);

/// Mean and standard deviation of a population; the latter is -1 with fewer than two values or
/// when no run of the group has the metric.
struct LkpStats {
  double mean = 0;
  double stddev = -1;
};
LkpStats LkpStatsOf(const v1::GroupValues& group, const std::vector<bool>& chosen);

/// Whether the robot drops the row: a whole-number metric that is 0 everywhere, or sched_debug's
/// value for one CPU.
bool IsDroppedByLkp(const v1::Row& row);

}  // namespace collect
