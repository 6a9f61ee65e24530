// collect list: the runs in the result store.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "absl/strings/str_format.h"
#include "archive/result_store.h"
#include "tools/command.h"
#include "tools/format.h"
#include "tools/load_runs.h"
#include "tools/options.h"
#include "tools/subcommands.h"

namespace collect {
namespace {

constexpr absl::string_view kProgram = "collect list";

std::string Line(const v1::Run& run, size_t label_width) {
  return absl::StrFormat("%-25s %-*s %s  %s: %s\n", run.id(), static_cast<int>(label_width),
                         run.label(), FormatWallTime(run.start_unix_ns()), FormatOutcome(run),
                         FormatCommand(run));
}

int List(const std::string& store, std::vector<std::string> selectors) {
  const bool whole_store = selectors.empty();
  if (whole_store) selectors.push_back(store + "/*");
  const absl::StatusOr<std::vector<std::string>> paths = FindAllRuns(store, selectors);
  if (whole_store && absl::IsNotFound(paths.status())) {
    std::error_code error;
    const std::filesystem::directory_iterator readable(store, error);
    if (error && error != std::errc::no_such_file_or_directory) {
      return BadInput(kProgram, absl::ErrnoToStatus(error.value(), "cannot read " + store));
    }
    absl::FPrintF(stderr, "%s: there are no runs in %s\n", kProgram, store);
    return 0;
  }
  if (!paths.ok()) return BadInput(kProgram, paths.status());
  LoadedRuns loaded = LoadRuns(kProgram, *paths, /*samples=*/false);
  std::stable_sort(loaded.runs.begin(), loaded.runs.end(),
                   [](const LoadedRun& a, const LoadedRun& b) {
                     return a.file.run.start_unix_ns() < b.file.run.start_unix_ns();
                   });
  size_t label_width = 0;
  for (const LoadedRun& run : loaded.runs) {
    label_width = std::max(label_width, run.file.run.label().size());
  }
  for (const LoadedRun& run : loaded.runs) {
    std::fputs(Line(run.file.run, label_width).c_str(), stdout);
  }
  return loaded.status();
}

}  // namespace

int ListSubcommand(absl::Span<const std::string> words) {
  std::string store = DefaultStoreDirectory();
  Syntax syntax;
  syntax.program = kProgram;
  syntax.operands = "[RUN...]";
  syntax.summary =
      "Lists runs, the oldest first: identity, label, start, how the command ended, and the\n"
      "command; without RUN all in the store. Files that cannot be read are named on stderr, and\n"
      "the exit status is 1.";
  syntax.options = {StoreOption(&store)};
  return WithOperands(syntax, words, [&](const std::vector<std::string>& selectors) {
    return List(store, selectors);
  });
}

}  // namespace collect
