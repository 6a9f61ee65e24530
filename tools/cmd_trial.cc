// collect trial: runs two sides or more in turns, and says what differs.
#include <algorithm>
#include <cstdio>
#include <fstream>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "archive/result_store.h"
#include "compare/text_report.h"
#include "tools/command.h"
#include "tools/subcommands.h"
#include "tools/trial.h"
#include "tools/trial_verdict.h"
#include "tools/trial_wishes.h"

namespace collect {
namespace {

// Exit status when the words made sense and the sides could not be run.
constexpr int kNothingRun = 125;
constexpr int kInterrupted = 130;

std::vector<SidePaths> PathsOf(const TrialWishes& wishes, const Trial& trial) {
  std::vector<SidePaths> sides;
  for (size_t i = 0; i < wishes.trial.sides.size(); ++i) {
    sides.push_back({wishes.trial.sides[i].name, trial.paths()[i]});
  }
  return sides;
}

// Adds blocks until every KPI is decided.
absl::Status GoOnUntilSure(const TrialWishes& wishes, Trial& trial, Looks& looks) {
  for (;;) {
    absl::Status looked = looks.Take(kTrialProgram, PathsOf(wishes, trial), trial.rounds());
    if (!looked.ok()) return looked;
    absl::FPrintF(stderr, "collect: %s\n", looks.line());
    if (looks.all_decided() || trial.rounds() >= wishes.most) return absl::OkStatus();
    const uint32_t planned = std::min(trial.rounds() + 2, wishes.most);
    while (trial.rounds() < planned) {
      absl::Status status = trial.RunRound(planned);
      if (!status.ok()) return status;
    }
  }
}

absl::Status RunTrial(const TrialWishes& wishes, Trial& trial, Looks& looks) {
  absl::Status status = trial.WarmUp();
  while (status.ok() && trial.rounds() < wishes.runs) status = trial.RunRound(wishes.runs);
  if (status.ok() && wishes.until_sure) status = GoOnUntilSure(wishes, trial, looks);
  return status;
}

std::string HowItWasRun(const TrialWishes& wishes, const Trial& trial) {
  std::string text = absl::StrCat("\n", trial.rounds(), " rounds in turns, order by seed ",
                                  wishes.trial.seed, "; runs: collect list -o ",
                                  wishes.trial.run.store, " '", wishes.trial.label, ".*'\n");
  for (const std::string& sentence : trial.disturbed()) absl::StrAppend(&text, sentence, "\n");
  return text;
}

absl::Status Print(const TrialWishes& wishes, const std::string& text) {
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

int RunAndReport(Host& host, const TrialWishes& wishes) {
  Trial trial(host, wishes.trial);
  Looks looks(wishes.most, wishes.least_percent / 100);
  if (wishes.resume) trial.Resume(wishes.progress);
  if (wishes.progress.rounds >= wishes.runs) looks.Resume(wishes.progress.rounds);
  const absl::Status status = RunTrial(wishes, trial, looks);
  const bool interrupted = absl::IsCancelled(status);
  if (!status.ok()) {
    absl::FPrintF(stderr, "%s: %s after %d whole rounds\n", kTrialProgram, status.message(),
                  trial.rounds());
  }
  if (trial.rounds() == 0) return interrupted ? kInterrupted : kNothingRun;
  const absl::StatusOr<v1::Comparison> comparison =
      CompareSides(kTrialProgram, PathsOf(wishes, trial));
  if (!comparison.ok()) return BadInput(kTrialProgram, comparison.status());
  std::string text = TextReport(*comparison, false);
  if (wishes.until_sure) absl::StrAppend(&text, "\n", looks.Summary());
  absl::StrAppend(&text, HowItWasRun(wishes, trial));
  const absl::Status printed = Print(wishes, text);
  if (!printed.ok()) return BadInput(kTrialProgram, printed);
  if (interrupted) return kInterrupted;
  return status.ok() ? trial.exit_status() : kNothingRun;
}

}  // namespace

int TrialSubcommand(absl::Span<const std::string> words) {
  Host host;
  TrialWishes wishes;
  wishes.trial.run.collect_version = COLLECT_VERSION;
  wishes.trial.run.store = DefaultStoreDirectory();
  return WithOperands(TrialSyntax(&wishes), words, [&](const std::vector<std::string>& command) {
    const absl::Status status = CompleteWishes(host, command, wishes);
    return status.ok() ? RunAndReport(host, wishes) : BadInput(kTrialProgram, status);
  });
}

}  // namespace collect
