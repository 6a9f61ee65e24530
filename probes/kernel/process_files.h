// One process as /proc shows it.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "probes/host/host.h"

namespace collect {

/// Numbers of one process, all of its threads together.
struct ProcessNumbers {
  pid_t parent = 0;
  int64_t minor_faults = 0;
  int64_t major_faults = 0;
  int64_t threads = 0;
  int64_t rss_kb = 0;
  int64_t peak_rss_kb = 0;  ///< since its last exec
};

/// Reads /proc/PID/stat (proc_pid_stat(5)): parent and faults. The name may hold blanks and
/// brackets, so the numbers are looked for behind the last bracket. False if it is no such line.
bool ParseProcessStat(absl::string_view text, ProcessNumbers& numbers);

/// Reads /proc/PID/status (proc_pid_status(5)): threads and memory, which kernel threads and ended
/// processes do not have. False if there are no threads in it.
bool ParseProcessStatus(absl::string_view text, ProcessNumbers& numbers);

/// The files of one process, held open: they answer for this process and no other, even when its
/// number has been given to another one (they say ESRCH then, fs/proc/base.c).
class ProcessFiles {
 public:
  /// NotFound if there is no such process.
  static absl::StatusOr<ProcessFiles> Open(Host& host, pid_t pid);

  /// False if the process has ended; `numbers` is what it was then.
  bool Read(ProcessNumbers& numbers);

  /// Its name, from the last Read; changes with exec.
  absl::string_view name() const;

  /// Numbers of the processes that its main thread has started and that have not ended and been
  /// waited for, blanks between them; empty on kernels without CONFIG_PROC_CHILDREN.
  absl::string_view ReadChildren();

  pid_t pid() const { return pid_; }

 private:
  pid_t pid_ = 0;
  TextFile stat_;
  TextFile status_;
  TextFile children_;
  bool has_children_ = false;  // the file
};

}  // namespace collect
