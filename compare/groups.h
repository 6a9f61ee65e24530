// From the runs that a user named to the groups that are compared.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "collect/v1/comparison.pb.h"
#include "compare/run_data.h"

namespace collect {

/// A group and those of its runs that count, in the order of their identities.
struct RunGroup {
  v1::Group about;
  std::vector<const RunData*> runs;
};

/// Why a run does not count as a good one ("exit status 1", "out of memory"); empty if it does.
/// Imported runs of which no outcome is known count (S-085, S-086).
std::string FailureOf(const v1::Run& run);

/// All that identifies a run's test, by name: its testcase, params, axes, and from the machine
/// "machine", "kernel", "cpufreq_governor" and "ucode" where they are known.
std::map<std::string, std::string> AxesOf(const v1::Run& run);

/// One group for each name. A run given twice counts once; failed runs are left out, and listed,
/// unless `all_runs`. Warnings say which. FailedPrecondition, naming the group: none of its runs
/// counts. The runs must outlive the result.
absl::StatusOr<std::vector<RunGroup>> MakeGroups(absl::Span<const NamedRuns> named, bool all_runs,
                                                 std::vector<std::string>& warnings);

/// Puts runs into groups by one axis ("kernel", "commit", a parameter), named by its values in
/// their order. NotFound, naming the run: one lacks the axis.
absl::StatusOr<std::vector<NamedRuns>> SplitByAxis(std::vector<RunData> runs,
                                                   absl::string_view axis);

}  // namespace collect
