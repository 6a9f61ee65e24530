// collect trial: runs two sides or more in turns, and says what differs.
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <random>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "archive/result_store.h"
#include "collector/run.h"
#include "collector/run_id.h"
#include "compare/least_effect.h"
#include "compare/text_report.h"
#include "tools/command.h"
#include "tools/options.h"
#include "tools/subcommands.h"
#include "tools/trial.h"
#include "tools/trial_verdict.h"

namespace collect {
namespace {

constexpr absl::string_view kProgram = "collect trial";

// Exit status when the words made sense and the sides could not be run.
constexpr int kNothingRun = 125;
constexpr int64_t kMostTimeMs = 86'400'000;
// Runs a side that --until-sure makes at most, as a multiple of --runs.
constexpr uint32_t kMostFactor = 4;

struct Wishes {
  TrialOptions trial;
  std::vector<NamedSide> sides;
  std::string switch_line;
  std::string report;  // file; empty: stdout
  uint32_t runs = 4;
  uint32_t most = 0;  // 0: by kMostFactor
  uint32_t seed = 0;  // 0: drawn
  double least_percent = kLeastKpiChange * 100;
  bool until_sure = false;
  bool resume = false;
  TrialProgress progress;  // with `resume`
};

absl::Status AddNamedSide(absl::string_view value, Wishes* wishes) {
  const std::pair<absl::string_view, absl::string_view> pair =
      absl::StrSplit(value, absl::MaxSplits('=', 1));
  if (pair.first.empty() || pair.second.empty()) {
    return absl::InvalidArgumentError("expected NAME=LINE or NAME=AXIS=VALUE");
  }
  const std::string name(pair.first);
  wishes->sides.push_back({absl::StrCat("--side ", name), name, name, std::string(pair.second)});
  return absl::OkStatus();
}

Option SideOption(absl::string_view letter, Wishes* wishes) {
  return {letter, "SIDE", absl::StrCat("side ", letter, ": a line for sh, or AXIS=VALUE,..."),
          [letter, wishes](absl::string_view value) {
            wishes->sides.push_back(
                {absl::StrCat("--", letter), "", std::string(letter), std::string(value)});
            return absl::OkStatus();
          }};
}

Option TimeOption(absl::string_view name, absl::string_view help, int64_t* time_ms) {
  return {name, "TIME", std::string(help), [time_ms](absl::string_view value) {
            if (value == "0") {
              *time_ms = 0;
              return absl::OkStatus();
            }
            const absl::StatusOr<int64_t> time = ParseMilliseconds(value, 1, kMostTimeMs);
            if (time.ok()) *time_ms = *time;
            return time.status();
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

std::vector<Option> SideOptions(Wishes* wishes) {
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
      TimeOption("settle", "a side's line that runs longer is a server, kept for its turn; 1s",
                 &wishes->trial.settle_ms),
  };
}

std::vector<Option> OrderOptions(Wishes* wishes) {
  return {
      NumberOption("runs", "runs of each side that count; 4", 1, 10000, &wishes->runs),
      NumberOption("warm-up", "runs of each side before those, which do not count; 1", 0, 1000,
                   &wishes->trial.warm_up),
      TimeOption("cool-down", "wait this long before each run; 1s, or 0",
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

std::vector<Option> RunOptionsOf(Wishes* wishes) {
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

Syntax TrialSyntax(Wishes* wishes) {
  Syntax syntax;
  syntax.program = kProgram;
  syntax.operands = "-- COMMAND [ARGUMENT...]";
  syntax.summary =
      "Runs COMMAND for two sides or more in turns (A B B A), so that nothing that drifts looks "
      "like\n"
      "a change, and compares them. A side is a line for sh that prepares it or is its server, or "
      "a\n"
      "value of an axis that takes the place of {AXIS} in --switch and in COMMAND.";
  syntax.command_follows = true;
  for (std::vector<Option> (*part)(Wishes*) : {SideOptions, OrderOptions, RunOptionsOf}) {
    for (Option& option : part(wishes)) syntax.options.push_back(std::move(option));
  }
  return syntax;
}

std::vector<SidePaths> PathsOf(const Wishes& wishes, const Trial& trial) {
  std::vector<SidePaths> sides;
  for (size_t i = 0; i < wishes.trial.sides.size(); ++i) {
    sides.push_back({wishes.trial.sides[i].name, trial.paths()[i]});
  }
  return sides;
}

// Adds blocks until every KPI is decided.
absl::Status GoOnUntilSure(const Wishes& wishes, Trial& trial, Looks& looks) {
  for (;;) {
    const absl::Status looked = looks.Take(kProgram, PathsOf(wishes, trial), trial.rounds());
    if (!looked.ok()) return looked;
    absl::FPrintF(stderr, "collect: %s\n", looks.line());
    if (looks.all_decided() || trial.rounds() >= wishes.most) return absl::OkStatus();
    const uint32_t planned = std::min(trial.rounds() + 2, wishes.most);
    while (trial.rounds() < planned) {
      const absl::Status status = trial.RunRound(planned);
      if (!status.ok()) return status;
    }
  }
}

absl::Status RunTrial(const Wishes& wishes, Trial& trial, Looks& looks) {
  absl::Status status = trial.WarmUp();
  while (status.ok() && trial.rounds() < wishes.runs) status = trial.RunRound(wishes.runs);
  if (status.ok() && wishes.until_sure) status = GoOnUntilSure(wishes, trial, looks);
  return status;
}

std::string HowItWasRun(const Wishes& wishes, const Trial& trial) {
  std::string text = absl::StrCat("\n", trial.rounds(), " rounds in turns, order by seed ",
                                  wishes.trial.seed, "; runs: collect list -o ",
                                  wishes.trial.run.store, " '", wishes.trial.label, ".*'\n");
  for (const std::string& sentence : trial.disturbed()) absl::StrAppend(&text, sentence, "\n");
  return text;
}

absl::Status Print(const Wishes& wishes, const std::string& text) {
  if (wishes.report.empty()) {
    std::fwrite(text.data(), 1, text.size(), stdout);
    return absl::OkStatus();
  }
  std::ofstream file(wishes.report);
  file << text;
  file.close();
  if (file.good()) return absl::OkStatus();
  return absl::UnavailableError(absl::StrCat("--report: cannot write ", wishes.report));
}

int RunAndReport(Host& host, const Wishes& wishes) {
  Trial trial(host, wishes.trial);
  Looks looks(wishes.most, wishes.least_percent / 100);
  if (wishes.resume) trial.Resume(wishes.progress);
  if (wishes.progress.rounds >= wishes.runs) looks.Resume(wishes.progress.rounds);
  const absl::Status status = RunTrial(wishes, trial, looks);
  const bool interrupted = absl::IsCancelled(status);
  if (!status.ok()) {
    absl::FPrintF(stderr, "%s: %s after %d whole rounds\n", kProgram, status.message(),
                  trial.rounds());
  }
  if (trial.rounds() == 0) return kNothingRun;
  const absl::StatusOr<v1::Comparison> comparison = CompareSides(kProgram, PathsOf(wishes, trial));
  if (!comparison.ok()) return BadInput(kProgram, comparison.status());
  std::string text = TextReport(*comparison, false);
  if (wishes.until_sure) absl::StrAppend(&text, "\n", looks.Summary());
  absl::StrAppend(&text, HowItWasRun(wishes, trial));
  const absl::Status printed = Print(wishes, text);
  if (!printed.ok()) return BadInput(kProgram, printed);
  if (interrupted) return 130;
  return status.ok() ? trial.exit_status() : kNothingRun;
}

absl::Status CheckSide(Host& host, const TrialSide& side, const Wishes& wishes) {
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

// What can be said before anything is run.
absl::Status Complete(Host& host, const std::vector<std::string>& command, Wishes& wishes) {
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
      FindProgress(kProgram, trial.run.store, trial.label, trial.sides);
  if (!progress.ok()) return progress.status();
  wishes.progress = *std::move(progress);
  trial.seed = wishes.progress.seed;
  return absl::OkStatus();
}

}  // namespace

int TrialSubcommand(absl::Span<const std::string> words) {
  Host host;
  Wishes wishes;
  wishes.trial.run.collect_version = COLLECT_VERSION;
  wishes.trial.run.store = DefaultStoreDirectory();
  return WithOperands(TrialSyntax(&wishes), words, [&](const std::vector<std::string>& command) {
    const absl::Status status = Complete(host, command, wishes);
    return status.ok() ? RunAndReport(host, wishes) : BadInput(kProgram, status);
  });
}

}  // namespace collect
