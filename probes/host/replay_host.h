// The door onto a machine's files as `collect capture` kept them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "probes/host/host.h"

namespace collect {

/// A Host over captured trees, one for each sample, oldest first: TREE/proc/..., TREE/sys/... and
/// TREE/time, which holds the seconds at which the tree was taken ("1234.567"). Both clocks show
/// that time; CPU times are 0, as nothing of the machine's work is known.
class ReplayHost : public Host {
 public:
  /// Opens the door onto the first tree. Errors name the tree that is missing or whose time file
  /// is missing, is no number, or does not come after that of the tree before it.
  static absl::StatusOr<std::unique_ptr<ReplayHost>> Open(const std::vector<std::string>& trees);

  /// Moves to the next tree; false, and nothing moves, after the last one.
  bool Advance();

  int64_t MonotonicNs() const override { return trees_[current_].time_ns; }
  int64_t WallNs() const override { return MonotonicNs(); }
  int64_t ProcessCpuNs() const override { return 0; }
  int64_t ThreadCpuNs() const override { return 0; }
  absl::StatusOr<UniqueFd> PerfEventOpen(perf_event_attr& attr, pid_t pid, int cpu, int group_fd,
                                         unsigned long flags) override;
  absl::StatusOr<std::string> KernelLog() override;
  bool captured() const override { return true; }

 private:
  struct Tree {
    std::string path;
    int64_t time_ns = 0;
  };

  explicit ReplayHost(std::vector<Tree> trees);

  std::vector<Tree> trees_;
  size_t current_ = 0;
};

}  // namespace collect
