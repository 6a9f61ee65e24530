// Options of `collect trial`, and what they come to.
#include "tools/trial_wishes.h"

#include <algorithm>
#include <random>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "archive/result_store.h"
#include "collector/run.h"
#include "collector/run_id.h"

namespace collect {
namespace {

constexpr int64_t kMostTimeMs = 86'400'000;
// Runs a side that --until-sure makes at most, as a multiple of --runs.
constexpr uint32_t kMostFactor = 4;

absl::Status AddNamedSide(absl::string_view value, TrialWishes* wishes) {
  const std::pair<absl::string_view, absl::string_view> pair =
      absl::StrSplit(value, absl::MaxSplits('=', 1));
  if (pair.first.empty() || pair.second.empty()) {
    return absl::InvalidArgumentError("expected NAME=LINE or NAME=AXIS=VALUE");
  }
  const std::string name(pair.first);
  wishes->sides.push_back({absl::StrCat("--side ", name), name, name, std::string(pair.second)});
  return absl::OkStatus();
}

Option SideOption(absl::string_view letter, TrialWishes* wishes) {
  return {letter, "SIDE", absl::StrCat("side ", letter, ": a line for sh, or AXIS=VALUE,..."),
          [letter, wishes](absl::string_view value) {
            wishes->sides.push_back(
                {absl::StrCat("--", letter), "", std::string(letter), std::string(value)});
            return absl::OkStatus();
          }};
}

Option LeastOption(double* percent) {
  return {"least", "PERCENT", "changes of KPIs below this do not matter when it is to be sure; 1",
          [percent](absl::string_view value) {
            if (absl::SimpleAtod(value, percent) && *percent > 0 && *percent < 1000) {
              return absl::OkStatus();
            }
            return absl::InvalidArgumentError("expected a percentage above 0");
          }};
}

std::vector<Option> SideOptions(TrialWishes* wishes) {
  return {
      SideOption("a", wishes),
      SideOption("b", wishes),
      {"side", "NAME=SIDE", "a side with a name; twice or more, the first is the base",
       [wishes](absl::string_view value) { return AddNamedSide(value, wishes); }},
      TextOption("switch", "LINE",
                 "run this with sh when the next side is another, with {AXIS} filled in",
                 &wishes->switch_line),
      TextOption("ready", "LINE", "a side is ready when this succeeds with sh (within 60 s)",
                 &wishes->trial.ready),
      TimeOption("settle", "a side's line that runs longer is a server, kept for its turn; 1s", 0,
                 kMostTimeMs, &wishes->trial.settle_ms),
  };
}

std::vector<Option> OrderOptions(TrialWishes* wishes) {
  return {
      NumberOption("runs", "runs of each side that count; 4", 1, 10000, &wishes->runs),
      NumberOption("warm-up", "runs of each side before those, which do not count; 1", 0, 1000,
                   &wishes->trial.warm_up),
      TimeOption("cool-down", "wait this long before each run; 1s, or 0", 0, kMostTimeMs,
                 &wishes->trial.cool_down_ms),
      NumberOption("again", "run at most N disturbed rounds again; 4", 0, 10000,
                   &wishes->trial.again),
      NumberOption("seed", "of the order of the sides; else drawn, and recorded", 1, 4294967295,
                   &wishes->seed),
      SwitchOption("until-sure", "go on then until every KPI is decided", &wishes->until_sure),
      NumberOption("most",
                   "when it is to be sure, at most N runs of each side; 4 times those of runs", 2,
                   10000, &wishes->most),
      LeastOption(&wishes->least_percent),
  };
}

std::vector<Option> RunOptionsOf(TrialWishes* wishes) {
  RunOptions* run = &wishes->trial.run;
  return {
      TextOption("label", "NAME", "the runs of a side are labelled NAME.SIDE; else trial-TIME",
                 &wishes->trial.label),
      SwitchOption("resume", "go on with the trial of that label, which was cut off",
                   &wishes->resume),
      TextOption("testcase", "NAME", "which benchmark this is, if the command's name does not say",
                 &run->testcase),
      PairOption("param", "a parameter of the test, kept with the runs; may be repeated",
                 &run->params),
      TextOption("metrics-from", "FILE",
                 "read results in the command's stdout, where FILE says (collect(1))",
                 &run->metrics_from),
      SwitchOption("read-output",
                   "read lines collect-metric NAME=VALUE [UNIT] in the command's stdout",
                   &run->read_output),
      ListOption("probes", "NAME,...", "only these probes", &run->probes),
      ListOption("without", "NAME,...", "all probes but these", &run->without),
      TextOption("report", "FILE", "write the comparison to FILE instead of stdout",
                 &wishes->report),
      WithLetter('o', TextOption("output", "DIR", "store the runs below DIR", &run->store)),
      SwitchOption("quiet", "no line for each run", &run->quiet),
  };
}

absl::Status CheckSide(Host& host, const TrialSide& side, const TrialWishes& wishes) {
  const TrialOptions& trial = wishes.trial;
  RunOptions run = trial.run;
  run.command = side.command;
  run.label = absl::StrCat(trial.label, ".", side.name);
  const absl::Status status = CheckRunOptions(host, run);
  if (!status.ok() || wishes.resume) return status;
  if (!FindRuns(run.store, absl::StrCat(run.store, "/", run.label)).ok()) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("--label ", trial.label, ": there are runs of ",
                                                 run.label, " in ", run.store,
                                                 " already; --resume goes on with them"));
}

}  // namespace

Syntax TrialSyntax(TrialWishes* wishes) {
  Syntax syntax;
  syntax.program = kTrialProgram;
  syntax.operands = "-- COMMAND [ARGUMENT...]";
  syntax.summary =
      "Runs COMMAND for two sides or more in turns (A B B A), so that nothing that drifts looks "
      "like\n"
      "a change, and compares them. A side is a line for sh that prepares it or is its server, or "
      "a\n"
      "value of an axis that takes the place of {AXIS} in --switch and in COMMAND.";
  syntax.command_follows = true;
  for (std::vector<Option> (*part)(TrialWishes*) : {SideOptions, OrderOptions, RunOptionsOf}) {
    for (Option& option : part(wishes)) syntax.options.push_back(std::move(option));
  }
  return syntax;
}

absl::Status CompleteWishes(Host& host, const std::vector<std::string>& command,
                            TrialWishes& wishes) {
  if (command.empty()) return absl::InvalidArgumentError("no command is given");
  absl::StatusOr<std::vector<TrialSide>> sides =
      MakeSides(wishes.sides, wishes.switch_line, command);
  if (!sides.ok()) return sides.status();
  TrialOptions& trial = wishes.trial;
  trial.sides = *std::move(sides);
  trial.seed = wishes.seed != 0 ? wishes.seed : std::random_device()();
  if (trial.label.empty()) trial.label = absl::StrCat("trial-", MakeRunId(host.WallNs()));
  if (wishes.most == 0) wishes.most = kMostFactor * wishes.runs;
  wishes.most = std::max(wishes.most, wishes.runs);
  for (const TrialSide& side : trial.sides) {
    const absl::Status status = CheckSide(host, side, wishes);
    if (!status.ok()) return status;
  }
  if (!wishes.resume) return absl::OkStatus();
  absl::StatusOr<TrialProgress> progress =
      FindProgress(kTrialProgram, trial.run.store, trial.label, trial.sides);
  if (!progress.ok()) return progress.status();
  wishes.progress = *std::move(progress);
  trial.seed = wishes.progress.seed;
  return absl::OkStatus();
}

}  // namespace collect
