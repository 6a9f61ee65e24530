// The signals of a run as events that one can wait for.
#pragma once

#include <signal.h>
#include <sys/signalfd.h>

#include <optional>

#include "absl/status/status.h"
#include "probes/host/unique_fd.h"

namespace collect {

/// While this lives, the signals that end, stop or continue a run are blocked and come out of a
/// descriptor, so that the run file is written whatever comes. Signals that were ignored when
/// `collect` started (nohup, a background job of a script) stay ignored. No disposition changes,
/// but for an ignored SIGCHLD, with which children could not be waited for.
class RunSignals {
 public:
  RunSignals() = default;
  ~RunSignals();
  RunSignals(const RunSignals&) = delete;
  RunSignals& operator=(const RunSignals&) = delete;

  /// Blocks the signals and opens the descriptor.
  absl::Status Open();

  /// Readable when a signal has come.
  int fd() const { return fd_.get(); }

  /// The next signal, if one has come.
  std::optional<signalfd_siginfo> Next();

  /// Gives a forked child the mask and the dispositions that `collect` was started with.
  /// Async-signal-safe.
  void RestoreInChild() const;

 private:
  UniqueFd fd_;
  sigset_t old_mask_ = {};
  struct sigaction old_child_action_ = {};
};

/// True for SIGINT, SIGTERM, SIGQUIT and SIGHUP: somebody wants the run to end.
bool EndsRun(int signal);

/// True for signals that mean what the command says they mean (SIGUSR1, SIGALRM, the real-time
/// ones...) and would end a process that does not handle them.
bool IsMessage(int signal);

/// True for SIGTSTP, SIGTTIN and SIGTTOU: somebody wants the job to stop for a while.
bool StopsJob(int signal);

}  // namespace collect
