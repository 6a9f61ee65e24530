// Runs the command so that it cannot tell that we are there.
#pragma once

#include <sys/resource.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "collector/held_child.h"
#include "collector/metrics_pipe.h"
#include "collector/processes.h"
#include "collector/relay.h"
#include "collector/signals.h"
#include "probes/host/host.h"

namespace collect {

/// How to run a command.
struct CommandOptions {
  std::vector<std::string> argv;
  int64_t timeout_ns = 0;         ///< 0: none
  bool keep_output = false;       ///< relay its stdout and keep a copy
  bool take_metrics = false;      ///< give it $COLLECT_METRICS_FD
  bool end_left_running = false;  ///< end what it left running
};

/// How a command ended.
struct CommandEnd {
  int exit_status = 0;  ///< 128 + signal, 127 not found, 126 not executable, 124 timed out
  int signal = 0;       ///< that killed it
  bool core_dumped = false;
  bool timed_out = false;
  int exec_error = 0;    ///< errno if it could not be run at all
  int64_t start_ns = 0;  ///< when it was let go, CLOCK_MONOTONIC
  int64_t elapsed_ns = 0;
  struct rusage usage = {};
  std::string output;          ///< what it wrote to stdout, if that was kept
  absl::Status output_status;  ///< why it could not be kept
  std::string metrics;         ///< lines that it wrote to $COLLECT_METRICS_FD
  std::vector<Mark> marks;     ///< those among them that are marks
  size_t metrics_dropped = 0;  ///< bytes of them that were too many to keep
};

/// One command from fork to its last descendant.
///
/// Signals: what the terminal sends reaches the command by itself, as it is in our process group.
/// SIGINT, SIGTERM, SIGQUIT and SIGHUP that a process sent to us are forwarded; the command decides
/// what becomes of them and we wait for it. A further one within 2 s kills the command with
/// SIGKILL; the same one again within 0.1 s counts as one, as timeout(1) signals its child and then
/// the whole group. SIGUSR1, SIGALRM and all else that has a meaning between programs only is
/// passed on too and does not end the run by itself: whoever sends it to the job means the command,
/// as dd that shows how far it is, and an alarm that was set before `collect` was executed would be
/// the command's without us. When SIGTSTP stops the command we stop too, and SIGCONT continues
/// both. A timeout sends SIGTERM to the command and its descendants, and SIGKILL 5 s later. When
/// `collect` itself is killed with SIGKILL, the command is left alone and runs on.
class CommandRunner {
 public:
  /// Does what is due and returns when it wants to be called again (CLOCK_MONOTONIC, ns).
  using BetweenFn = absl::FunctionRef<int64_t()>;

  /// Forks the process that will be the command, and holds it.
  static absl::StatusOr<std::unique_ptr<CommandRunner>> Hold(Host& host, CommandOptions options);
  ~CommandRunner();

  /// Of the process that is held and will be the command.
  pid_t pid() const { return child_.pid(); }

  /// Lets the command go and waits until its process has ended. `between` is called at the times
  /// that it asks for, from this thread.
  CommandEnd RunToEnd(BetweenFn between);

  /// After the last sample: lists what the command left running ("pid name"), ends it if that was
  /// asked for or a timeout struck, and waits until our stdout has taken the output.
  std::vector<std::string> Settle();

  /// After Settle: why our stdout did not take all of the command's output.
  absl::Status output_lost() const { return relay_ == nullptr ? absl::OkStatus() : relay_->lost(); }

  /// Somebody wanted the run to end: a signal came at any time since Hold.
  bool Interrupted();

 private:
  CommandRunner(Host& host, CommandOptions options);

  void WaitUntil(int64_t deadline_ns);
  void TakeWhatWasWritten();
  void TakeSignals();
  void OnEndSignal(const signalfd_siginfo& info);
  void OnMessage(const signalfd_siginfo& info);
  void OnStopSignal(const signalfd_siginfo& info);
  void OnWindowChange();
  void ReapChildren();
  void OnCommandStatus(int status, const struct rusage& usage);
  void StopWithCommand();
  void KeepTime(int64_t now_ns);
  std::vector<Process> Family();
  void SignalFamily(int signal);
  void EndLeftRunning();
  bool FamilyEndsWithin(int64_t limit_ns);

  Host& host_;
  const CommandOptions options_;
  MetricsPipe metrics_;
  RunSignals signals_;
  std::unique_ptr<OutputRelay> relay_;  // null: the command has our stdout
  HeldChild child_;
  std::vector<pid_t> earlier_children_;

  int64_t start_ns_ = 0;
  int64_t next_kill_ns_ = 0;  // when the timeout takes its next step
  int64_t last_end_signal_ns_ = 0;
  int last_end_signal_ = 0;
  bool interrupted_ = false;
  bool stop_asked_ = false;  // a job control signal came to us too
  bool stopped_ = false;     // the command is stopped
  bool ended_ = false;
  CommandEnd end_;
};

}  // namespace collect
