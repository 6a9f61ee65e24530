// collect replay: a run made of captured trees.
#include "collector/replay.h"
#include "tools/command.h"
#include "tools/options.h"
#include "tools/subcommands.h"

namespace collect {
namespace {

constexpr absl::string_view kProgram = "collect replay";

absl::Status CheckReplay(RunOptions options, const std::vector<std::string>& trees,
                         const std::string& path) {
  if (trees.empty()) return absl::InvalidArgumentError("expected folders of collect capture");
  if (path.empty()) return absl::InvalidArgumentError("where to? -o FILE is missing");
  options.command = trees;  // what is run, so to speak
  Host host;
  return CheckRunOptions(host, options);
}

}  // namespace

int ReplaySubcommand(absl::Span<const std::string> words) {
  std::string path;
  RunOptions options;
  options.collect_version = COLLECT_VERSION;
  options.label = "replay";
  Syntax syntax;
  syntax.program = kProgram;
  syntax.operands = "TREE...";
  syntax.summary =
      "Makes a run file of folders that collect capture wrote, the oldest first: each is one "
      "sample.";
  syntax.options = {
      WithLetter('o', TextOption("output", "FILE", "the run file to write", &path)),
      TextOption("label", "NAME", "the label of the run", &options.label),
      ListOption("probes", "NAME,...", "only these probes", &options.probes),
      ListOption("without", "NAME,...", "all probes but these", &options.without),
  };
  return WithOperands(syntax, words, [&](const std::vector<std::string>& trees) {
    absl::Status status = CheckReplay(options, trees, path);
    if (status.ok()) status = ReplayTrees(trees, path, options);
    return status.ok() ? 0 : BadInput(kProgram, status);
  });
}

}  // namespace collect
