// What is there of a trial that was cut off.
#include "tools/trial_resume.h"

#include <algorithm>
#include <map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "archive/result_store.h"
#include "tools/load_runs.h"

namespace collect {
namespace {

// Paths of the finished runs of one side, by round.
using Rounds = std::map<uint32_t, std::string>;

absl::Status CheckSame(const LoadedRun& run, const TrialSide& side, const TrialProgress& progress) {
  const v1::Run& what = run.file.run;
  const bool same_seed = progress.seed == 0 || progress.seed == what.trial().seed();
  const bool same_command = std::equal(what.command().begin(), what.command().end(),
                                       side.command.begin(), side.command.end());
  if (what.has_trial() && what.trial().side() == side.name && same_seed && same_command) {
    return absl::OkStatus();
  }
  return absl::FailedPreconditionError(
      absl::StrCat("--resume: ", run.path, " is no run of this trial with the side ", side.name,
                   " and the same command; give another --label"));
}

absl::Status TakeSide(const std::vector<LoadedRun>& runs, const TrialSide& side,
                      TrialProgress& progress, Rounds& finished) {
  std::vector<std::string>& broken = progress.broken.emplace_back();
  for (const LoadedRun& run : runs) {
    const absl::Status status = CheckSame(run, side, progress);
    if (!status.ok()) return status;
    const v1::TrialPlace& place = run.file.run.trial();
    progress.seed = place.seed();
    progress.turns = std::max(progress.turns, place.turn());
    const bool whole = run.file.run.has_outcome() && !run.file.run.outcome().interrupted();
    if (!whole || !finished.emplace(place.round(), run.path).second) broken.push_back(run.path);
  }
  return absl::OkStatus();
}

// Rounds count up to the first that lacks a side.
void CountRounds(std::vector<Rounds> finished, TrialProgress& progress) {
  const auto has_next = [&](const Rounds& rounds) { return rounds.contains(progress.rounds + 1); };
  progress.paths.resize(finished.size());
  while (std::all_of(finished.begin(), finished.end(), has_next)) {
    ++progress.rounds;
    for (size_t side = 0; side < finished.size(); ++side) {
      progress.paths[side].push_back(finished[side].extract(progress.rounds).mapped());
    }
  }
  for (size_t side = 0; side < finished.size(); ++side) {
    for (auto& [round, path] : finished[side]) progress.broken[side].push_back(std::move(path));
  }
}

}  // namespace

absl::StatusOr<TrialProgress> FindProgress(absl::string_view program, const std::string& store,
                                           const std::string& label,
                                           absl::Span<const TrialSide> sides) {
  TrialProgress progress;
  std::vector<Rounds> finished(sides.size());
  bool found = false;
  for (size_t i = 0; i < sides.size(); ++i) {
    const auto paths = FindRuns(store, absl::StrCat(store, "/", label, ".", sides[i].name));
    const LoadedRuns loaded = LoadRuns(program, paths.value_or(std::vector<std::string>()), false);
    found = found || !loaded.runs.empty();
    const absl::Status status = TakeSide(loaded.runs, sides[i], progress, finished[i]);
    if (!status.ok()) return status;
  }
  if (!found) {
    return absl::NotFoundError(
        absl::StrCat("--resume: no run of the trial ", label, " is in ", store));
  }
  CountRounds(std::move(finished), progress);
  return progress;
}

}  // namespace collect
