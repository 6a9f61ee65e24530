// Reading of run files.
#include "tools/load_runs.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "archive/reader.h"
#include "archive/records.h"
#include "archive/result_store.h"

namespace collect {
namespace {

// Where samples are lost, the records in the file know more than what is left of the samples.
// Moves those out of `file`: there are many.
std::vector<v1::MetricRecord> TakeRecords(RunFile& file) {
  const bool samples_are_whole = !file.probes.empty() && file.damage.bytes_lost == 0;
  return samples_are_whole || file.records.empty() ? ComputeRecords(file) : std::move(file.records);
}

}  // namespace

absl::StatusOr<std::vector<std::string>> FindAllRuns(const std::string& store,
                                                     absl::Span<const std::string> selectors) {
  std::vector<std::string> all;
  for (const std::string& selector : selectors) {
    const absl::StatusOr<std::vector<std::string>> paths = FindRuns(store, selector);
    if (!paths.ok()) return paths.status();
    for (const std::string& path : *paths) {
      if (std::find(all.begin(), all.end(), path) == all.end()) all.push_back(path);
    }
  }
  return all;
}

LoadedRuns LoadRuns(absl::string_view program, absl::Span<const std::string> paths, bool samples) {
  LoadedRuns loaded;
  ReadOptions options;
  options.samples = samples;
  options.texts = false;
  for (const std::string& path : paths) {
    absl::StatusOr<RunFile> file = ReadRunFile(path, options);
    if (!file.ok()) {
      absl::FPrintF(stderr, "%s: %s\n", program, file.status().message());
      ++loaded.unreadable;
      continue;
    }
    if (!file->damage.notes.empty()) {
      absl::FPrintF(stderr, "%s: %s is damaged: %s\n", program, path,
                    absl::StrJoin(file->damage.notes, "; "));
    }
    std::vector<v1::MetricRecord> records = TakeRecords(*file);
    loaded.runs.push_back({path, *std::move(file), std::move(records)});
  }
  return loaded;
}

}  // namespace collect
