// Between run files and the runs that a comparison takes.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "compare/run_data.h"

namespace collect {

/// The runs in the files at `paths`. Records that a file does not hold, as it was cut off, are
/// computed from its samples. Errors are those of ReadRunFile.
absl::StatusOr<std::vector<RunData>> LoadRuns(absl::Span<const std::string> paths);

/// Writes each run as OUT/ID.collect and returns the paths. A file that exists is left as it is,
/// as it is the same run.
absl::StatusOr<std::vector<std::string>> WriteRuns(absl::Span<const RunData> runs,
                                                   const std::string& out);

}  // namespace collect
