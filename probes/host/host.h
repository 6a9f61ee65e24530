// The one door to the machine: files below a root, CPU and node lists, clocks, a few system calls.
#pragma once

#include <linux/perf_event.h>
#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "probes/host/text_file.h"
#include "probes/host/unique_fd.h"

namespace collect {

/// The machine as probes see it. This class is the running machine, seen through `root` ("" for
/// itself, "/host" from inside a container); tests and `collect replay` derive from it. Paths are
/// those of the machine ("/proc/vmstat"). Errors: NotFound where there is no such file,
/// PermissionDenied where this user may not, each naming the path.
class Host {
 public:
  explicit Host(std::string root = "") : root_(std::move(root)) {}
  virtual ~Host() = default;
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;

  /// Opens a file that will be read at every sample.
  absl::StatusOr<TextFile> OpenText(absl::string_view path);

  /// Reads a file once, whole.
  absl::StatusOr<std::string> ReadFile(absl::string_view path);

  /// Names in a directory, sorted, without "." and "..".
  absl::StatusOr<std::vector<std::string>> ListDirectory(absl::string_view path);

  /// Numbers of the CPUs that are online now (/sys/devices/system/cpu/online; where that is
  /// missing, the cpuN lines of /proc/stat).
  absl::StatusOr<std::vector<int>> OnlineCpus();

  /// Numbers of the NUMA nodes that are online; empty on a kernel without NUMA.
  absl::StatusOr<std::vector<int>> OnlineNodes();

  /// CLOCK_MONOTONIC, nanoseconds: for every interval.
  virtual int64_t MonotonicNs() const;
  /// Wall clock, nanoseconds since 1970 UTC: only to say when.
  virtual int64_t WallNs() const;
  /// CPU time used by this process so far, nanoseconds.
  virtual int64_t ProcessCpuNs() const;
  /// CPU time used by this thread so far, nanoseconds.
  virtual int64_t ThreadCpuNs() const;

  /// Opens a folder, as perf_event_open(2) wants a control group.
  absl::StatusOr<UniqueFd> OpenDirectory(absl::string_view path);

  /// perf_event_open(2) with `flags` and PERF_FLAG_FD_CLOEXEC. The error's message is the errno's;
  /// NotFound, Unimplemented and PermissionDenied are told apart.
  virtual absl::StatusOr<UniqueFd> PerfEventOpen(perf_event_attr& attr, pid_t pid, int cpu,
                                                 int group_fd, unsigned long flags);
  /// Lets a group of perf events whose leader was opened disabled count.
  virtual absl::Status EnablePerf(int leader_fd);
  /// read(2) on a perf event; returns the bytes read or -errno.
  virtual ssize_t ReadPerf(int fd, void* buffer, size_t size);

  /// Opens /dev/cpu/N/msr (msr(4)) for reading. NotFound: there is no msr driver; PermissionDenied:
  /// this user, or a kernel that is locked down, does not allow it.
  virtual absl::StatusOr<UniqueFd> OpenMsr(int cpu);
  /// Reads a model specific register on the CPU whose file this is, which it interrupts. The error
  /// of a register that the CPU does not have is EIO's.
  virtual absl::StatusOr<uint64_t> ReadMsr(int fd, uint32_t address);

  /// The kernel's log since boot, as far as its buffer still holds it (syslog(2),
  /// SYSLOG_ACTION_READ_ALL). PermissionDenied: this user may not read it.
  virtual absl::StatusOr<std::string> KernelLog();

  /// Where `path` lies on this file system.
  std::string FullPath(absl::string_view path) const;
  /// Changes when the tree behind the root is another one; open files are opened again then.
  uint64_t generation() const { return generation_; }
  /// True for a captured tree, where there are files and no system calls.
  virtual bool captured() const { return false; }

  /// Called with the path of every file that is opened and every folder that is listed; used by
  /// `collect capture`.
  std::function<void(absl::string_view path)> on_open;

 protected:
  /// Moves the door to another tree.
  void ChangeRoot(std::string root);

 private:
  std::string root_;
  uint64_t generation_ = 0;
};

}  // namespace collect
