// The command's process, forked early and held until the first sample has been taken.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collector/signals.h"
#include "probes/host/unique_fd.h"

namespace collect {

/// A forked child that waits at a pipe before it becomes the command, so that its pid is known
/// before it runs. Should `collect` die meanwhile the child ends too, having run nothing. It stays
/// in our process group and session: the terminal's Ctrl-C and Ctrl-Z reach it by themselves.
class HeldChild {
 public:
  /// Forks. The child gets the signal mask that `signals` found; `stdout_fd` becomes its stdout
  /// unless it is -1; `metrics_fd` stays open and its number is in $COLLECT_METRICS_FD unless it is
  /// -1. Nothing else that we opened reaches the command (O_CLOEXEC).
  static absl::StatusOr<HeldChild> Fork(const std::vector<std::string>& argv, int stdout_fd,
                                        int metrics_fd, const RunSignals& signals);
  HeldChild() = default;
  HeldChild(HeldChild&&) noexcept = default;
  HeldChild& operator=(HeldChild&&) noexcept = default;

  pid_t pid() const { return pid_; }

  /// Lets the child run the command.
  void Release();

  /// When the child has ended: the errno with which exec failed, 0 if the command ran.
  int ExecError() const;

 private:
  pid_t pid_ = -1;
  UniqueFd gate_;    // write end; one byte lets the child go, end of file ends it
  UniqueFd report_;  // read end; the child writes the errno of a failed exec
};

}  // namespace collect
