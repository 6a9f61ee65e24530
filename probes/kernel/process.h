// The processes of the command, while they run.
#pragma once

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "probes/kernel/process_files.h"
#include "probes/probe.h"

namespace collect {

/// Metrics over the command's process and those that came of it, at each sample: "process.
/// processes", "process.threads", "process.VmRSS" (kB, added up, so that shared pages count in each
/// process), "process.VmHWM" (kB, the largest peak that one process has had),
/// "process.minor_faults" and "process.major_faults" (of all that were seen, the ended ones as they
/// were seen last).
///
/// Not seen are processes that begin and end between two samples, what a process does between the
/// last sample and its end, children started by threads other than the main one, and more than
/// kMost processes; what the command waited for is whole in TESTCASE.time.*, where also its context
/// switches are, which /proc has for single threads only. Nothing is read before the command's
/// program has been executed, nor when all have ended. smaps is never read: that holds up a large
/// process for seconds (S-055).
class ProcessProbe : public Probe {
 public:
  static constexpr size_t kMost = 128;  ///< three files each

  /// NotFound if there is no command.
  absl::Status Open(const ProbeContext& context, Columns& columns) override;
  absl::Status Read(Columns& columns) override;

 private:
  struct Member {
    ProcessFiles files;
    ProcessNumbers numbers;  // as last seen
    std::string children;    // text, as last seen
  };

  void Follow(pid_t pid, pid_t parent, Columns& columns);
  void FindChildren(size_t parent, Columns& columns);
  bool IsFollowed(pid_t pid) const;
  void DropEnded();
  void SetColumns(Columns& columns) const;

  Host* host_ = nullptr;
  std::string name_before_exec_;
  bool executed_ = false;
  std::vector<Member> members_;  // that have not ended
  int64_t ended_minor_faults_ = 0;
  int64_t ended_major_faults_ = 0;
  int processes_ = -1;  // columns
  int threads_ = -1;
  int rss_ = -1;
  int peak_rss_ = -1;
  int minor_faults_ = -1;
  int major_faults_ = -1;
};

}  // namespace collect
