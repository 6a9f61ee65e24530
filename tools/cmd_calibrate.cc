// collect calibrate: what the probes cost the benchmark at hand.
#include <algorithm>
#include <cstdio>
#include <iterator>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "archive/result_store.h"
#include "collector/run.h"
#include "collector/run_options.h"
#include "compare/compare.h"
#include "compare/kpi_text.h"
#include "compare/welch_method.h"
#include "tools/command.h"
#include "tools/kpi_or_time.h"
#include "tools/load_runs.h"
#include "tools/options.h"
#include "tools/subcommands.h"
#include "tools/turns.h"

namespace collect {
namespace {

constexpr absl::string_view kProgram = "collect calibrate";

// They are read when the command has ended and cost it nothing; KPIs come from them.
constexpr const char* kAlwaysOn[] = {"time", "workload"};

// Nobody bets on the order, so it may be the same every time.
constexpr uint64_t kOrderSeed = 1;

struct Wishes {
  RunOptions run;
  uint32_t pairs = 5;
  bool each = false;
};

// Probes to be judged, and the runs with them.
struct Side {
  std::string name;
  std::vector<std::string> probes;
  std::vector<std::string> paths;
};

Syntax CalibrateSyntax(Wishes* wishes) {
  Syntax syntax;
  syntax.program = kProgram;
  syntax.operands = "-- COMMAND [ARGUMENT...]";
  syntax.summary =
      "Runs COMMAND in turns without and with the probes that are read by default, and prints "
      "what\n"
      "they cost it: how its KPIs change, with a 95 % interval. A command without KPIs is judged "
      "by\n"
      "the time that it takes. The runs are kept in the store.";
  syntax.command_follows = true;
  syntax.options = {
      NumberOption("pairs", "run the command N times with and N times without", 2, 1000,
                   &wishes->pairs),
      SwitchOption("each", "try each probe alone, too", &wishes->each),
      TextOption("testcase", "NAME", "which benchmark this is, if the command's name does not say",
                 &wishes->run.testcase),
      TextOption("metrics-from", "FILE",
                 "read results in the command's stdout, where FILE says (collect(1))",
                 &wishes->run.metrics_from),
      WithLetter('o', TextOption("output", "DIR", "store the runs below DIR", &wishes->run.store)),
  };
  return syntax;
}

bool IsAlwaysOn(absl::string_view probe) {
  return std::find(std::begin(kAlwaysOn), std::end(kAlwaysOn), probe) != std::end(kAlwaysOn);
}

// None first: it is the base of the comparison.
std::vector<Side> SidesOf(const Wishes& wishes) {
  std::vector<Side> sides = {{"no probes", {}, {}}, {"all probes", {}, {}}};
  for (const ProbeChoice& choice : ChooseProbes(wishes.run)) {
    const std::string name(choice.info->name);
    if (IsAlwaysOn(name)) continue;
    sides[1].probes.push_back(name);
    if (wishes.each) sides.push_back({name, {name}, {}});
  }
  for (Side& side : sides) {
    side.probes.insert(side.probes.end(), std::begin(kAlwaysOn), std::end(kAlwaysOn));
  }
  return sides;
}

// FailedPrecondition when the command fails or is interrupted: its numbers would say nothing.
absl::Status RunSide(Host& host, RunOptions options, Side& side) {
  options.probes = side.probes;
  options.label = absl::StrCat("calibrate ", side.name);
  std::replace(options.label.begin(), options.label.end(), ' ', '-');
  const absl::StatusOr<RunResult> result = ExecuteRun(host, options);
  if (!result.ok()) return result.status();
  if (result->exit_status != 0 || result->interrupted || result->path.empty()) {
    return absl::FailedPreconditionError(absl::StrCat(
        "a run with ", side.name, " ended with status ", result->exit_status,
        result->path.empty() ? " and was not recorded" : "", "; there is nothing to compare"));
  }
  side.paths.push_back(result->path);
  return absl::OkStatus();
}

absl::Status RunInTurns(Host& host, const Wishes& wishes, std::vector<Side>& sides) {
  for (uint32_t round = 0; round < wishes.pairs; ++round) {
    for (const size_t side : OrderOfRound(sides.size(), kOrderSeed, round)) {
      const absl::Status status = RunSide(host, wishes.run, sides[side]);
      if (!status.ok()) return status;
    }
  }
  return absl::OkStatus();
}

// "-0.42 %  [-1.10, +0.26]", or how far it could be told.
std::string ChangeText(const v1::Row& row, const v1::Change& change) {
  if (!change.has_change()) return "cannot be told";
  std::string text =
      absl::StrFormat("%+.2f %s", change.change(), change.absolute() ? row.metric().unit() : "%");
  if (change.has_low() && change.has_high()) {
    absl::StrAppendFormat(&text, "  [%+.2f, %+.2f]", change.low(), change.high());
  }
  return text;
}

std::string CostText(const v1::Comparison& comparison) {
  std::string text;
  for (const v1::Row& row : comparison.rows()) {
    if (!row.metric().kpi()) continue;
    absl::StrAppend(&text, row.metric().name(), "\n");
    for (int i = 0; i < row.changes_size(); ++i) {
      const v1::Change& change = row.changes(i);
      const bool rises = row.values(i + 1).mean() > row.values(0).mean();
      absl::StrAppendFormat(&text, "  %-16s %-32s %s\n", comparison.groups(i + 1).name(),
                            ChangeText(row, change), VerdictWord(row.metric(), change, rises));
    }
  }
  return text;
}

absl::StatusOr<std::string> WhatItCosts(const std::vector<Side>& sides) {
  std::vector<NamedRuns> groups;
  for (const Side& side : sides) {
    NamedRuns& group = groups.emplace_back();
    group.name = side.name;
    for (LoadedRun& run : LoadRuns(kProgram, side.paths).runs) {
      JudgeByTimeWithoutKpi(run);
      group.runs.push_back({std::move(run.file.run), std::move(run.records)});
    }
  }
  const absl::StatusOr<v1::Comparison> comparison = Compare(groups, {}, WelchMethod());
  if (!comparison.ok()) return comparison.status();
  return CostText(*comparison);
}

int Calibrate(Host& host, const Wishes& wishes) {
  std::vector<Side> sides = SidesOf(wishes);
  const absl::Status status = RunInTurns(host, wishes, sides);
  if (!status.ok()) return BadInput(kProgram, status);
  const absl::StatusOr<std::string> text = WhatItCosts(sides);
  if (!text.ok()) return BadInput(kProgram, text.status());
  std::fputs(absl::StrCat(
                 "\nWhat the probes cost: change against runs without them, 95 % interval\n", *text)
                 .c_str(),
             stdout);
  return 0;
}

}  // namespace

int CalibrateSubcommand(absl::Span<const std::string> words) {
  Host host;
  Wishes wishes;
  wishes.run.collect_version = COLLECT_VERSION;
  wishes.run.store = DefaultStoreDirectory();
  wishes.run.quiet = true;
  return WithOperands(
      CalibrateSyntax(&wishes), words, [&](const std::vector<std::string>& command) {
        wishes.run.command = command;
        const absl::Status checked = command.empty()
                                         ? absl::InvalidArgumentError("no command is given")
                                         : CheckRunOptions(host, wishes.run);
        return checked.ok() ? Calibrate(host, wishes) : BadInput(kProgram, checked);
      });
}

}  // namespace collect
