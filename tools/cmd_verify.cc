// collect verify: whether run files are whole.
#include <cstdio>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "archive/reader.h"
#include "archive/result_store.h"
#include "tools/command.h"
#include "tools/load_runs.h"
#include "tools/options.h"
#include "tools/subcommands.h"

namespace collect {
namespace {

constexpr absl::string_view kProgram = "collect verify";

struct Verdict {
  bool good = false;
  std::string words;
};

// A file of a later format is not damaged, but nobody can say here that it is whole.
Verdict VerdictOn(const std::string& path) {
  const bool being_written = IsBeingWritten(path);
  const absl::StatusOr<RunFile> file = ReadRunFile(path);
  if (!file.ok()) {
    const absl::string_view words =
        absl::StripPrefix(file.status().message(), absl::StrCat(path, ": "));
    if (absl::IsFailedPrecondition(file.status())) return {false, std::string(words)};
    return {false, absl::StrCat("damaged: ", words)};
  }
  const Damage& damage = file->damage;
  if (!damage.notes.empty()) {
    return {false, absl::StrCat("damaged: ", absl::StrJoin(damage.notes, "; "))};
  }
  if (damage.closed) return {true, "whole"};
  if (being_written) return {true, "whole so far, still being written"};
  return {false, "cut off: the file has no closing frame"};
}

int Verify(const std::string& store, absl::Span<const std::string> selectors) {
  if (selectors.empty()) {
    return BadInput(kProgram, absl::InvalidArgumentError("which run? collect list names them"));
  }
  const absl::StatusOr<std::vector<std::string>> paths = FindAllRuns(store, selectors);
  if (!paths.ok()) return BadInput(kProgram, paths.status());
  int status = 0;
  for (const std::string& path : *paths) {
    const Verdict verdict = VerdictOn(path);
    std::puts(absl::StrCat(path, ": ", verdict.words).c_str());
    if (!verdict.good) status = 1;
  }
  return status;
}

}  // namespace

int VerifySubcommand(absl::Span<const std::string> words) {
  std::string store = DefaultStoreDirectory();
  Syntax syntax;
  syntax.program = kProgram;
  syntax.operands = "RUN...";
  syntax.summary =
      "Reads run files to the end and says of each whether it is whole, still being written, cut\n"
      "off, damaged or of a later format. The exit status is 1 if any cannot be read to its end.";
  syntax.options = {StoreOption(&store)};
  return WithOperands(syntax, words, [&](const std::vector<std::string>& selectors) {
    return Verify(store, selectors);
  });
}

}  // namespace collect
