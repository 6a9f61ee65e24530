// Runs the sides of a trial in turns.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "collector/run.h"
#include "collector/same_machine.h"
#include "collector/side_script.h"
#include "tools/trial_resume.h"
#include "tools/trial_sides.h"

namespace collect {

/// What the user asked for.
struct TrialOptions {
  RunOptions run;     ///< what all runs have in common; its command and label are the sides'
  std::string label;  ///< runs of a side are labelled LABEL.SIDE
  std::vector<TrialSide> sides;
  std::string ready;            ///< line for sh that succeeds when a side is ready
  uint64_t seed = 0;            ///< of the order
  uint32_t warm_up = 1;         ///< runs of each side before the first that counts
  uint32_t again = 4;           ///< disturbed rounds that are run again at most
  int64_t cool_down_ms = 1000;  ///< before each run; also the time in which other load is measured
  int64_t settle_ms = 1000;     ///< a script that runs longer is a server
};

/// A trial under way. In a round each side has one turn: cool down, switch to the side if the last
/// turn was another's, start the side's script, run the command, end the script. Between the turns
/// it looks whether the machine is still the same; a round that was disturbed is thrown out before
/// anybody has seen its results, and run again.
class Trial {
 public:
  Trial(Host& host, TrialOptions options);

  /// Goes on where a trial with the same options was cut off: its whole rounds count, and what else
  /// there is of it is left out.
  void Resume(const TrialProgress& progress);

  /// Runs every side `warm_up` times. These runs do not count; one that fails ends the trial.
  /// Cancelled: somebody wants the trial to end. FailedPrecondition: a side cannot be run.
  absl::Status WarmUp();

  /// Runs the next round until it is undisturbed, or no more may be run again: then it counts all
  /// the same. `planned` is the number of rounds so far known, to be said. Errors as of WarmUp.
  absl::Status RunRound(uint32_t planned);

  /// Rounds that count.
  uint32_t rounds() const { return rounds_; }
  /// Paths of the runs that count, of each side.
  const std::vector<std::vector<std::string>>& paths() const { return paths_; }
  /// A sentence for each round that was thrown out or counts though it was disturbed.
  const std::vector<std::string>& disturbed() const { return disturbed_; }
  /// The first exit status of a command that was not 0.
  int exit_status() const { return exit_status_; }

 private:
  struct Turn {
    std::string path;
    int exit_status = 0;
    std::vector<std::string> reasons;  ///< why it does not count
  };

  absl::StatusOr<std::vector<Turn>> TakeTurns();
  std::string ReasonsOf(const std::vector<Turn>& turns) const;
  void NoteDisturbance(const std::string& reasons, bool again);
  absl::StatusOr<Turn> TakeTurn(size_t side, bool warm_up);
  absl::Status CoolDown(Turn& turn);
  absl::StatusOr<std::unique_ptr<SideScript>> Prepare(size_t side);
  absl::Status Measure(size_t side, RunOptions options, Turn& turn);
  RunOptions OptionsOf(size_t side, bool warm_up);
  std::string LabelOf(size_t side, absl::string_view suffix) const;
  void LeaveOut(size_t side, const std::string& path) const;

  Host& host_;
  const TrialOptions options_;
  std::vector<std::vector<std::string>> paths_;
  std::vector<std::string> disturbed_;
  std::vector<std::optional<MachineState>> first_;  // of each side, when it was first ready
  std::optional<double> first_busy_cpus_;
  std::optional<size_t> switched_to_;
  uint32_t rounds_ = 0;
  uint32_t turns_ = 0;
  uint32_t thrown_out_ = 0;
  int exit_status_ = 0;
};

}  // namespace collect
