// collect import: results of other tools as run files.
#include "absl/strings/str_format.h"
#include "compare/lkp_import.h"
#include "compare/run_io.h"
#include "tools/command.h"
#include "tools/options.h"
#include "tools/subcommands.h"

namespace collect {
namespace {

constexpr absl::string_view kProgram = "collect import";

absl::Status ImportLkp(const std::string& from, const std::string& to) {
  const absl::StatusOr<std::vector<RunData>> runs = ReadLkpResults(from);
  if (!runs.ok()) return runs.status();
  const absl::StatusOr<std::vector<std::string>> paths = WriteRuns(*runs, to);
  if (!paths.ok()) return paths.status();
  absl::PrintF("%d runs in %s\n", paths->size(), to);
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
