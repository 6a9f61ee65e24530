// What a person at a terminal sees of a run that is under way.
#pragma once

#include <cstdint>

#include "collector/run.h"

namespace collect {

/// One line on stderr, written anew every second, that shows that nothing hangs (S-124). It is
/// written only where stderr is a terminal of which we are the foreground job.
class Progress {
 public:
  /// `start_ns` is when the command started (CLOCK_MONOTONIC).
  Progress(const RunOptions& options, int64_t start_ns);
  ~Progress() { Clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// When to show the next line; the maximum of int64_t if never.
  int64_t NextNs() const { return next_ns_; }
  /// Shows the line if its time has come.
  void Show(int64_t now_ns, uint64_t samples, size_t probes_off);
  /// Removes the line.
  void Clear();

 private:
  const uint32_t sequence_;
  const uint32_t runs_;
  const int64_t start_ns_;
  int64_t next_ns_;
  bool shown_ = false;
};

}  // namespace collect
