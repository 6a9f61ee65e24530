// collect show: what is in runs.
#include <algorithm>
#include <cstdio>

#include "absl/strings/str_cat.h"
#include "archive/result_store.h"
#include "tools/command.h"
#include "tools/format.h"
#include "tools/options.h"
#include "tools/show_report.h"
#include "tools/subcommands.h"

namespace collect {
namespace {

constexpr absl::string_view kProgram = "collect show";

struct ShowOptions {
  std::string store = DefaultStoreDirectory();
  std::string metric;
  std::string format = "text";
  bool series = false;
};

Syntax ShowSyntax(ShowOptions* options) {
  Syntax syntax;
  syntax.program = kProgram;
  syntax.operands = "RUN...";
  syntax.summary =
      "Prints the facts about each run, how its probes fared, and its metrics. RUN is a file, a\n"
      "directory, a label, the beginning of a run's id, or a pattern of paths or labels.";
  syntax.options = {
      TextOption("metric", "GLOB", "only metrics that match, such as 'proc-vmstat.numa_*'",
                 &options->metric),
      SwitchOption("series", "each metric's values over time too", &options->series),
      ChoiceOption("format", {"text", "json", "csv"}, "how to print", &options->format),
      StoreOption(&options->store),
  };
  return syntax;
}

// The series of a record's metric; empty for imported runs, which have no samples.
std::vector<Point> SeriesOf(const RunFile& file, const v1::MetricRecord& record) {
  for (const ProbeSamples& samples : file.probes) {
    if (samples.probe != record.probe()) continue;
    for (size_t i = 0; i < samples.metrics.size(); ++i) {
      if (samples.metrics[i].name() == record.metric().name()) return ComputeSeries(samples, i);
    }
  }
  return {};
}

ShownRun Shown(const LoadedRun& run, const ShowOptions& options) {
  ShownRun shown{&run, {}};
  for (const v1::MetricRecord& record : run.records) {
    if (!MatchesGlob(record.metric().name(), options.metric)) continue;
    shown.metrics.push_back(
        {&record, options.series ? SeriesOf(run.file, record) : std::vector<Point>()});
  }
  return shown;
}

int Show(const ShowOptions& options, absl::Span<const std::string> selectors) {
  if (selectors.empty()) {
    return BadInput(kProgram, absl::InvalidArgumentError("which run? collect list names them"));
  }
  const absl::StatusOr<std::vector<std::string>> paths = FindAllRuns(options.store, selectors);
  if (!paths.ok()) return BadInput(kProgram, paths.status());
  const LoadedRuns loaded = LoadRuns(kProgram, *paths);
  if (loaded.runs.empty()) return kBadInput;
  std::vector<ShownRun> shown;
  for (const LoadedRun& run : loaded.runs) shown.push_back(Shown(run, options));
  const bool none = std::all_of(shown.begin(), shown.end(),
                                [](const ShownRun& run) { return run.metrics.empty(); });
  if (none && !options.metric.empty()) {
    return BadInput(kProgram,
                    absl::NotFoundError(absl::StrCat("no metric matches ", options.metric)));
  }
  const std::string text = options.format == "json"  ? ShowJson(shown)
                           : options.format == "csv" ? ShowCsv(shown, options.series)
                                                     : ShowText(shown);
  std::fwrite(text.data(), 1, text.size(), stdout);
  return loaded.status();
}

}  // namespace

int ShowSubcommand(absl::Span<const std::string> words) {
  ShowOptions options;
  return WithOperands(ShowSyntax(&options), words, [&](const std::vector<std::string>& selectors) {
    return Show(options, selectors);
  });
}

}  // namespace collect
