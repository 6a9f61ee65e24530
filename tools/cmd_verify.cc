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

// What is wrong with a file; empty when it is whole.
std::string FaultOf(const std::string& path) {
  const absl::StatusOr<RunFile> file = ReadRunFile(path);
  if (!file.ok()) {
    return std::string(absl::StripPrefix(file.status().message(), absl::StrCat(path, ": ")));
  }
  const Damage& damage = file->damage;
  if (!damage.notes.empty()) return absl::StrJoin(damage.notes, "; ");
  if (!damage.closed) return "the run was cut off: the file has no closing frame";
  return "";
}

int Verify(const std::string& store, absl::Span<const std::string> selectors) {
  if (selectors.empty()) {
    return BadInput(kProgram, absl::InvalidArgumentError("which run? collect list names them"));
  }
  const absl::StatusOr<std::vector<std::string>> paths = FindAllRuns(store, selectors);
  if (!paths.ok()) return BadInput(kProgram, paths.status());
  int status = 0;
  for (const std::string& path : *paths) {
    const std::string fault = FaultOf(path);
    std::puts(absl::StrCat(path, ": ", fault.empty() ? "whole" : "damaged: ", fault).c_str());
    if (!fault.empty()) status = 1;
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
      "Reads run files to the end and says of each whether it is whole or what was lost. The exit\n"
      "status is 1 if any is damaged.";
  syntax.options = {StoreOption(&store)};
  return WithOperands(syntax, words, [&](const std::vector<std::string>& selectors) {
    return Verify(store, selectors);
  });
}

}  // namespace collect
