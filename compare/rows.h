// From the records of grouped runs to the rows of a comparison.
#pragma once

#include <string>

#include "absl/types/span.h"
#include "collect/v1/comparison.pb.h"
#include "compare/groups.h"

namespace collect {

/// Appends one row for each metric whose name matches `glob` (as fnmatch does it; empty: all), in
/// the order in which the metrics first appear. A metric that a run lacks is missing there, never
/// 0 (S-098); a run counts once, however many samples it took (S-114). Amounts in another unit of
/// the same kind are converted to the row's; what does not convert gets a note and is not judged
/// (S-115). Appends warnings to the comparison.
void AddRows(absl::Span<const RunGroup> groups, const std::string& glob,
             v1::Comparison& comparison);

}  // namespace collect
