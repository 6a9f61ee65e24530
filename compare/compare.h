// The one call that compares groups of runs.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collect/v1/comparison.pb.h"
#include "compare/method.h"
#include "compare/run_data.h"

namespace collect {

/// What to compare, and how.
struct CompareOptions {
  bool all_runs = false;             ///< count failed runs too
  std::vector<std::string> metrics;  ///< only metrics that match one of these globs; empty: all
  std::string base;  ///< name of the group that the others are held against; empty: the first
};

/// Compares the groups. The result does not depend on the order of runs within a group; the rows
/// come in the order in which the metrics first appear. InvalidArgument: fewer than two groups.
/// NotFound: no group is called options.base, or no metric matches. FailedPrecondition: a group
/// has no run that counts.
absl::StatusOr<v1::Comparison> Compare(absl::Span<const NamedRuns> named,
                                       const CompareOptions& options, const Method& method);

}  // namespace collect
