// Run files as subcommands want them: found by selector, read, with their records.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "archive/run_file.h"

namespace collect {

/// One run file in memory.
struct LoadedRun {
  std::string path;
  RunFile file;
  /// Computed from the samples where they are whole, so that a mended formula mends old runs; else
  /// those that the file holds.
  std::vector<v1::MetricRecord> records;
};

/// The runs that could be read, and how many could not: each of those is named on stderr, and takes
/// nothing away from the others (S-089).
struct LoadedRuns {
  std::vector<LoadedRun> runs;
  int unreadable = 0;

  /// Exit status of a subcommand that showed them: 1 when some are missing.
  int status() const { return unreadable > 0 ? 1 : 0; }
};

/// Paths of the run files that any of `selectors` means, each once, in order.
absl::StatusOr<std::vector<std::string>> FindAllRuns(const std::string& store,
                                                     absl::Span<const std::string> selectors);

/// Reads run files; `program` stands in front of messages about those that are damaged. With
/// `samples` false the runs have only the records that are stored.
LoadedRuns LoadRuns(absl::string_view program, absl::Span<const std::string> paths,
                    bool samples = true);

}  // namespace collect
