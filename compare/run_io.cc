// Between run files and the runs that a comparison takes.
#include "compare/run_io.h"

#include <filesystem>
#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "archive/reader.h"
#include "archive/records.h"
#include "archive/writer.h"

namespace collect {
namespace {

absl::StatusOr<RunData> LoadRun(const std::string& path) {
  absl::StatusOr<RunFile> file = ReadRunFile(path, {.samples = false, .texts = false});
  if (!file.ok()) return file.status();
  if (!file->records.empty()) return RunData{std::move(file->run), std::move(file->records)};
  file = ReadRunFile(path, {.samples = true, .texts = false});
  if (!file.ok()) return file.status();
  std::vector<v1::MetricRecord> records = ComputeRecords(*file);
  return RunData{std::move(file->run), std::move(records)};
}

absl::Status WriteRun(const RunData& data, const std::string& path) {
  absl::StatusOr<std::unique_ptr<RunWriter>> writer = RunWriter::Create(path, data.run);
  if (!writer.ok()) return writer.status();
  v1::MetricRecords records;
  records.mutable_records()->Assign(data.records.begin(), data.records.end());
  (*writer)->AddRecords(records);
  return (*writer)->Close();
}

}  // namespace

absl::StatusOr<std::vector<RunData>> LoadRuns(absl::Span<const std::string> paths) {
  std::vector<RunData> runs;
  for (const std::string& path : paths) {
    absl::StatusOr<RunData> run = LoadRun(path);
    if (!run.ok()) return run.status();
    runs.push_back(*std::move(run));
  }
  return runs;
}

absl::StatusOr<std::vector<std::string>> WriteRuns(absl::Span<const RunData> runs,
                                                   const std::string& out) {
  std::vector<std::string> paths;
  for (const RunData& data : runs) {
    paths.push_back(absl::StrCat(out, "/", data.run.id(), ".collect"));
    std::error_code error;
    if (std::filesystem::exists(paths.back(), error)) continue;
    const absl::Status written = WriteRun(data, paths.back());
    if (!written.ok()) return written;
  }
  return paths;
}

}  // namespace collect
