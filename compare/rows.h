// From the records of grouped runs to the rows of a comparison.
#pragma once

#include <string>

#include "absl/types/span.h"
#include "collect/v1/comparison.pb.h"
#include "compare/groups.h"

namespace collect {

/// Appends one row for each metric whose name matches one of `globs` (as fnmatch does it; none:
/// all), in the order in which the metrics first appear. A metric that a run lacks is missing
/// there, never 0 (S-098); a run counts once, however many samples it took (S-114). Amounts in
/// another unit of the same kind are converted to the row's; what does not convert gets a note and
/// is not judged (S-115). Values beyond 1e150 and those that are no number are left out, and named.
/// Appends warnings to the comparison.
void AddRows(absl::Span<const RunGroup> groups, absl::Span<const std::string> globs,
             v1::Comparison& comparison);

/// Sets mean and standard deviation of the group's values.
void Summarize(v1::GroupValues& group);

}  // namespace collect
