// collect import: results of other tools as run files.
#include <filesystem>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "archive/writer.h"
#include "compare/lkp_import.h"
#include "tools/command.h"
#include "tools/options.h"
#include "tools/subcommands.h"

namespace collect {
namespace {

constexpr absl::string_view kProgram = "collect import";

absl::Status WriteRun(const RunData& data, const std::string& path) {
  absl::StatusOr<std::unique_ptr<RunWriter>> writer = RunWriter::Create(path, data.run);
  if (!writer.ok()) return writer.status();
  v1::MetricRecords records;
  for (const v1::MetricRecord& record : data.records) *records.add_records() = record;
  (*writer)->AddRecords(records);
  return (*writer)->Close();
}

// A run's identity follows from what is in it, so a file that is there already is the same run.
absl::Status ImportLkp(const std::string& from, const std::string& to) {
  const absl::StatusOr<std::vector<RunData>> runs = ReadLkpResults(from);
  if (!runs.ok()) return runs.status();
  int there = 0;
  for (const RunData& run : *runs) {
    const std::string path = absl::StrCat(to, "/", run.run.id(), ".collect");
    if (std::filesystem::exists(path)) {
      ++there;
      continue;
    }
    const absl::Status written = WriteRun(run, path);
    if (!written.ok()) return written;
  }
  absl::PrintF("%d runs in %s, %d of them were there already\n", runs->size(), to, there);
  return absl::OkStatus();
}

}  // namespace

int ImportSubcommand(absl::Span<const std::string> words) {
  std::string to;
  Syntax syntax;
  syntax.program = kProgram;
  syntax.operands = "lkp DIR";
  syntax.summary =
      "Makes run files of the results of intel/lkp-tests in DIR: stats.json, or a folder with one\n"
      "for each run, or matrix.json; axes come from axes.json or from the path.";
  syntax.options = {
      WithLetter('o', TextOption("output", "DIR", "write the run files into this folder", &to))};
  return WithOperands(syntax, words, [&](const std::vector<std::string>& operands) {
    absl::Status status;
    if (operands.size() != 2 || operands[0] != "lkp") {
      status = absl::InvalidArgumentError("expected: lkp DIR -o DIR");
    } else if (to.empty()) {
      status = absl::InvalidArgumentError("where to? -o DIR is missing");
    } else {
      status = ImportLkp(operands[1], to);
    }
    return status.ok() ? 0 : BadInput(kProgram, status);
  });
}

}  // namespace collect
