// Turns, and what becomes of those that were disturbed.
#include "tools/trial.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "archive/result_store.h"
#include "collector/hook.h"
#include "collector/pause.h"
#include "tools/turns.h"

namespace collect {
namespace {

constexpr int64_t kNsPerMs = 1'000'000;
constexpr int64_t kPatienceNs = 60'000 * kNsPerMs;
// Other programs may use this much more than before the first run.
constexpr double kMoreBusyCpus = 0.5;

void Append(std::vector<std::string>& sentences, std::vector<std::string> more) {
  sentences.insert(sentences.end(), std::make_move_iterator(more.begin()),
                   std::make_move_iterator(more.end()));
}

}  // namespace

Trial::Trial(Host& host, TrialOptions options)
    : host_(host),
      options_(std::move(options)),
      paths_(options_.sides.size()),
      first_(options_.sides.size()) {}

void Trial::Resume(const TrialProgress& progress) {
  rounds_ = progress.rounds;
  turns_ = progress.turns;
  paths_ = progress.paths;
  for (size_t side = 0; side < progress.broken.size(); ++side) {
    for (const std::string& path : progress.broken[side]) LeaveOut(side, path);
  }
}

absl::Status Trial::WarmUp() {
  for (uint32_t left = options_.warm_up; left > 0; --left) {
    // The last goes backwards, so that the first round begins with the same side and no switch.
    for (const size_t side : OrderOfRound(options_.sides.size(), options_.seed, left % 2)) {
      absl::FPrintF(stderr, "collect: warm-up, %s\n", options_.sides[side].name);
      const absl::StatusOr<Turn> turn = TakeTurn(side, true);
      if (!turn.ok()) return turn.status();
      if (turn->exit_status == 0) continue;
      return absl::FailedPreconditionError(
          absl::StrCat("the warm-up run of ", options_.sides[side].name, " ended with status ",
                       turn->exit_status, "; nothing more is run"));
    }
  }
  return absl::OkStatus();
}

absl::Status Trial::RunRound(uint32_t planned) {
  bool again = true;
  while (again) {
    absl::FPrintF(stderr, "collect: round %d of %d\n", rounds_ + 1, std::max(planned, rounds_ + 1));
    const absl::StatusOr<std::vector<Turn>> turns = TakeTurns();
    if (!turns.ok()) return turns.status();
    const std::string reasons = ReasonsOf(*turns);
    again = !reasons.empty() && thrown_out_ < options_.again;
    if (!reasons.empty()) NoteDisturbance(reasons, again);
    for (size_t side = 0; side < turns->size(); ++side) {
      if (again) LeaveOut(side, (*turns)[side].path);
      if (!again) paths_[side].push_back((*turns)[side].path);
    }
  }
  ++rounds_;
  return absl::OkStatus();
}

std::string Trial::ReasonsOf(const std::vector<Turn>& turns) const {
  std::vector<std::string> reasons;
  for (size_t side = 0; side < turns.size(); ++side) {
    for (const std::string& reason : turns[side].reasons) {
      reasons.push_back(absl::StrCat(options_.sides[side].name, ": ", reason));
    }
  }
  return absl::StrJoin(reasons, "; ");
}

void Trial::NoteDisturbance(const std::string& reasons, bool again) {
  disturbed_.push_back(absl::StrFormat("round %d was disturbed and %s (%s)", rounds_ + 1,
                                       again ? "run again" : "counts all the same", reasons));
  absl::FPrintF(stderr, "collect: %s\n", disturbed_.back());
  if (!again) return;
  ++thrown_out_;
  // As long as nothing counts, what counts is how the machine is from now on.
  if (rounds_ == 0) first_.assign(first_.size(), std::nullopt);
}

// The turns of a round, by side. One that was not finished counts in no part.
absl::StatusOr<std::vector<Trial::Turn>> Trial::TakeTurns() {
  std::vector<Turn> turns(options_.sides.size());
  for (const size_t side : OrderOfRound(options_.sides.size(), options_.seed, rounds_)) {
    absl::StatusOr<Turn> turn = TakeTurn(side, false);
    if (!turn.ok()) {
      for (size_t done = 0; done < turns.size(); ++done) LeaveOut(done, turns[done].path);
      return turn.status();
    }
    turns[side] = *std::move(turn);
  }
  return turns;
}

absl::StatusOr<Trial::Turn> Trial::TakeTurn(size_t side, bool warm_up) {
  ++turns_;
  Turn turn;
  absl::Status status = CoolDown(turn);
  if (!status.ok()) return status;
  const absl::StatusOr<std::unique_ptr<SideScript>> script = Prepare(side);
  if (!script.ok()) return script.status();
  status = Measure(side, OptionsOf(side, warm_up), turn);
  if (!status.ok()) return status;
  if (*script != nullptr) status = (*script)->CheckStillThere();
  if (!status.ok()) {
    LeaveOut(side, turn.path);
    return status;
  }
  return turn;
}

// What others do now, compared with what they did before the first run.
absl::Status Trial::CoolDown(Turn& turn) {
  if (options_.cool_down_ms == 0) return absl::OkStatus();
  const MachineState before = ReadMachineState(host_);
  if (!Pause(host_, options_.cool_down_ms * kNsPerMs)) return absl::CancelledError("interrupted");
  const std::optional<double> busy = BusyCpus(before, ReadMachineState(host_));
  if (!first_busy_cpus_.has_value()) first_busy_cpus_ = busy;
  if (busy.has_value() && *busy > *first_busy_cpus_ + kMoreBusyCpus) {
    turn.reasons.push_back(absl::StrFormat(
        "before the run others used %.1f CPUs, against %.1f at first", *busy, *first_busy_cpus_));
  }
  return absl::OkStatus();
}

absl::StatusOr<std::unique_ptr<SideScript>> Trial::Prepare(size_t side) {
  const TrialSide& wanted = options_.sides[side];
  if (!wanted.switch_line.empty() && switched_to_ != side) {
    switched_to_.reset();
    const absl::Status switched = RunHook(host_, "--switch", wanted.switch_line);
    if (!switched.ok()) return switched;
    switched_to_ = side;
  }
  if (wanted.script.empty()) return nullptr;
  return SideScript::Start(host_, {.name = wanted.option,
                                   .line = wanted.script,
                                   .ready = options_.ready,
                                   .settle_ns = options_.settle_ms * kNsPerMs,
                                   .patience_ns = kPatienceNs});
}

absl::Status Trial::Measure(size_t side, RunOptions options, Turn& turn) {
  const MachineState before = ReadMachineState(host_);
  if (!first_[side].has_value()) first_[side] = before;
  Append(turn.reasons, ChangedSettings(*first_[side], before));
  options.look_around = [&] {
    Append(turn.reasons, Disturbances(before, ReadMachineState(host_)));
    std::vector<std::string> sentences;
    for (const std::string& reason : turn.reasons) {
      sentences.push_back(absl::StrCat("disturbed: ", reason));
    }
    return sentences;
  };
  const absl::StatusOr<RunResult> result = ExecuteRun(host_, options);
  if (!result.ok()) return result.status();
  turn.path = result->path;
  turn.exit_status = result->exit_status;
  if (exit_status_ == 0) exit_status_ = turn.exit_status;
  if (result->interrupted) {
    LeaveOut(side, turn.path);
    return absl::CancelledError("interrupted");
  }
  if (!turn.path.empty()) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrCat("the run of ", options_.sides[side].name,
                                                    " ended with status ", turn.exit_status,
                                                    " and was not recorded; nothing more is run"));
}

RunOptions Trial::OptionsOf(size_t side, bool warm_up) {
  const TrialSide& wanted = options_.sides[side];
  RunOptions options = options_.run;
  options.command = wanted.command;
  options.label = LabelOf(side, warm_up ? ".warm-up" : "");
  options.axes.insert(wanted.axes.begin(), wanted.axes.end());
  options.sequence = turns_;
  v1::TrialPlace& place = options.trial.emplace();
  place.set_trial(options_.label);
  place.set_side(wanted.name);
  place.set_seed(options_.seed);
  place.set_turn(turns_);
  place.set_warm_up(warm_up);
  if (warm_up) return options;
  place.set_block(rounds_ / 2 + 1);
  place.set_round(rounds_ + 1);
  return options;
}

std::string Trial::LabelOf(size_t side, absl::string_view suffix) const {
  return absl::StrCat(options_.label, ".", options_.sides[side].name, suffix);
}

// Into a folder of its own, so that a later comparison by label does not meet it.
void Trial::LeaveOut(size_t side, const std::string& path) const {
  if (path.empty()) return;
  namespace fs = std::filesystem;
  const fs::path file(path);
  const fs::path folder = fs::path(options_.run.store) / LabelOf(side, ".left-out");
  std::error_code error;
  fs::create_directories(folder, error);
  fs::rename(file, folder / file.filename(), error);
  if (!error) return;
  absl::FPrintF(stderr, "collect: %s does not count, and cannot be moved to %s: %s\n", path,
                folder.string(), error.message());
}

}  // namespace collect
