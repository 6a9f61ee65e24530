// collect compare: what differs between groups of runs.
#include <cstdio>

#include "absl/strings/escaping.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "archive/result_store.h"
#include "compare/compare.h"
#include "compare/groups.h"
#include "compare/json_report.h"
#include "compare/lkp_report.h"
#include "compare/mail_report.h"
#include "compare/markdown_report.h"
#include "compare/moderated_method.h"
#include "compare/regression.h"
#include "compare/text_report.h"
#include "compare/welch_method.h"
#include "tools/command.h"
#include "tools/load_runs.h"
#include "tools/options.h"
#include "tools/subcommands.h"

namespace collect {
namespace {

constexpr absl::string_view kProgram = "collect compare";
constexpr int kNotWhole = 1;
// With --fail-on.
constexpr int kRegression = 1;
constexpr int kUnknown = 3;

struct Wishes {
  CompareOptions compare;
  std::string store = DefaultStoreDirectory();
  std::string format = "text";
  std::string method = "moderated";
  std::string by;
  std::string fail_on;
  bool all = false;
};

Syntax CompareSyntax(Wishes* wishes) {
  Syntax syntax;
  syntax.program = kProgram;
  syntax.operands = "BASE OTHER...";
  syntax.summary =
      "Says which metrics differ between groups of runs. Each of BASE and OTHER is a group: a "
      "label,\n"
      "a directory, a file, the beginning of a run's id, or a pattern of paths or labels. With "
      "--by,\n"
      "all runs together are put into groups by an axis.";
  syntax.options = {
      ChoiceOption("format", {"text", "markdown", "mail", "json", "csv", "lkp"}, "how to print",
                   &wishes->format),
      SwitchOption("all", "every metric, not only those that changed", &wishes->all),
      {"metric", "GLOB", "only metrics that match, such as 'proc-vmstat.*'; may be repeated",
       [wishes](absl::string_view glob) {
         wishes->compare.metrics.emplace_back(glob);
         return absl::OkStatus();
       }},
      TextOption("base", "GROUP", "hold the others against this group; else against the first",
                 &wishes->compare.base),
      TextOption("by", "AXIS", "make a group for each value of this axis, such as kernel",
                 &wishes->by),
      ChoiceOption("method", {"moderated", "welch"},
                   "all metrics together with 5 % false discoveries, or each by itself",
                   &wishes->method),
      ChoiceOption("fail-on", {"regression"},
                   "exit with 1 if a KPI is worse, with 3 if that is unknown", &wishes->fail_on),
      SwitchOption("failed", "count runs whose command failed, too", &wishes->compare.all_runs),
      StoreOption(&wishes->store),
  };
  return syntax;
}

// The runs of each operand, under its name. Files that cannot be read are left out, named on
// stderr and counted in `unreadable`.
absl::StatusOr<std::vector<NamedRuns>> LoadGroups(const Wishes& wishes,
                                                  absl::Span<const std::string> operands,
                                                  int* unreadable) {
  std::vector<NamedRuns> groups;
  for (const std::string& operand : operands) {
    const absl::StatusOr<std::vector<std::string>> paths =
        FindAllRuns(wishes.store, absl::MakeConstSpan(&operand, 1));
    if (!paths.ok()) return paths.status();
    LoadedRuns loaded = LoadRuns(kProgram, *paths);
    *unreadable += loaded.unreadable;
    NamedRuns& group = groups.emplace_back();
    group.name = operand;
    for (LoadedRun& run : loaded.runs) {
      group.runs.push_back({std::move(run.file.run), std::move(run.records)});
    }
  }
  return groups;
}

absl::StatusOr<std::vector<NamedRuns>> Regroup(std::vector<NamedRuns> groups,
                                               const std::string& axis) {
  std::vector<RunData> runs;
  for (NamedRuns& group : groups) {
    runs.insert(runs.end(), std::make_move_iterator(group.runs.begin()),
                std::make_move_iterator(group.runs.end()));
  }
  return SplitByAxis(std::move(runs), axis);
}

absl::StatusOr<std::string> Report(const v1::Comparison& comparison,
                                   absl::Span<const NamedRuns> groups, const Wishes& wishes) {
  if (wishes.format == "lkp") return LkpReport(comparison, wishes.all);
  if (wishes.format == "json") return JsonReport(comparison);
  if (wishes.format == "csv") return CsvReport(comparison);
  if (wishes.format == "mail") return MailReport(comparison, groups, wishes.all);
  if (wishes.format == "markdown") return MarkdownReport(comparison, wishes.all);
  return TextReport(comparison, wishes.all);
}

absl::StatusOr<v1::Comparison> CompareGroups(absl::Span<const NamedRuns> groups,
                                             const Wishes& wishes) {
  const WelchMethod welch;
  const ModeratedMethod moderated;
  const bool together = wishes.method == "moderated";
  const Method& method = together ? static_cast<const Method&>(moderated) : welch;
  return Compare(groups, wishes.compare, method);
}

void SayOnStderr(absl::string_view what, const std::vector<std::string>& kpis) {
  if (kpis.empty()) return;
  const std::string names = absl::Utf8SafeCEscape(absl::StrJoin(kpis, ", "));
  absl::FPrintF(stderr, "%s: %s: %s\n", kProgram, what, names);
}

// The exit status of --fail-on=regression. A run that could not be read might have told more.
int RegressionStatus(const v1::Comparison& comparison, bool whole) {
  const RegressionCheck check = CheckRegression(comparison);
  SayOnStderr("worse", check.worse);
  SayOnStderr("not known to be as good", check.unknown);
  if (!check.worse.empty()) return kRegression;
  return check.unknown.empty() && whole ? 0 : kUnknown;
}

}  // namespace

int CompareSubcommand(absl::Span<const std::string> words) {
  Wishes wishes;
  return WithOperands(CompareSyntax(&wishes), words, [&](const std::vector<std::string>& operands) {
    int unreadable = 0;
    absl::StatusOr<std::vector<NamedRuns>> groups = LoadGroups(wishes, operands, &unreadable);
    if (groups.ok() && !wishes.by.empty()) groups = Regroup(*std::move(groups), wishes.by);
    if (!groups.ok()) return BadInput(kProgram, groups.status());
    const absl::StatusOr<v1::Comparison> comparison = CompareGroups(*groups, wishes);
    if (!comparison.ok()) return BadInput(kProgram, comparison.status());
    const absl::StatusOr<std::string> report = Report(*comparison, *groups, wishes);
    if (!report.ok()) return BadInput(kProgram, report.status());
    std::fwrite(report->data(), 1, report->size(), stdout);
    if (!wishes.fail_on.empty()) return RegressionStatus(*comparison, unreadable == 0);
    return unreadable > 0 ? kNotWhole : 0;
  });
}

}  // namespace collect
