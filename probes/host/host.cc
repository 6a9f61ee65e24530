// The running machine behind the door.
#include "probes/host/host.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/klog.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "probes/host/cpu_list.h"

namespace collect {
namespace {

constexpr int64_t kNsPerSecond = 1'000'000'000;

int64_t Now(clockid_t clock) {
  timespec now = {};
  clock_gettime(clock, &now);
  return now.tv_sec * kNsPerSecond + now.tv_nsec;
}

std::vector<int> CpusInProcStat(absl::string_view stat) {
  std::vector<int> cpus;
  for (absl::string_view line : absl::StrSplit(stat, '\n')) {
    const absl::string_view word = line.substr(0, line.find(' '));
    int cpu = 0;
    if (absl::StartsWith(word, "cpu") && absl::SimpleAtoi(word.substr(3), &cpu)) {
      cpus.push_back(cpu);
    }
  }
  return cpus;
}

}  // namespace

std::string Host::FullPath(absl::string_view path) const { return absl::StrCat(root_, path); }

void Host::ChangeRoot(std::string root) {
  root_ = std::move(root);
  ++generation_;
}

absl::StatusOr<TextFile> Host::OpenText(absl::string_view path) {
  if (on_open) on_open(path);
  TextFile file;
  file.host_ = this;
  file.path_ = std::string(path);
  absl::Status status = file.Reopen();
  if (!status.ok()) return status;
  return file;
}

absl::StatusOr<std::string> Host::ReadFile(absl::string_view path) {
  absl::StatusOr<TextFile> file = OpenText(path);
  if (!file.ok()) return file.status();
  absl::StatusOr<absl::string_view> text = file->Read();
  if (!text.ok()) return text.status();
  return std::string(*text);
}

absl::StatusOr<std::vector<std::string>> Host::ListDirectory(absl::string_view path) {
  if (on_open) on_open(path);
  const std::unique_ptr<DIR, int (*)(DIR*)> dir(opendir(FullPath(path).c_str()), closedir);
  if (dir == nullptr) return absl::ErrnoToStatus(errno, absl::StrCat("list ", path));
  std::vector<std::string> names;
  while (const dirent* entry = readdir(dir.get())) {
    const absl::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

absl::StatusOr<UniqueFd> Host::OpenDirectory(absl::string_view path) {
  if (on_open) on_open(path);
  const int fd = open(FullPath(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return absl::ErrnoToStatus(errno, absl::StrCat("open ", path));
  return UniqueFd(fd);
}

absl::StatusOr<std::vector<int>> Host::OnlineCpus() {
  absl::StatusOr<std::string> online = ReadFile("/sys/devices/system/cpu/online");
  if (online.ok()) return ParseCpuList(*online);
  absl::StatusOr<std::string> stat = ReadFile("/proc/stat");
  if (!stat.ok()) return online.status();
  return CpusInProcStat(*stat);
}

absl::StatusOr<std::vector<int>> Host::OnlineNodes() {
  absl::StatusOr<std::string> online = ReadFile("/sys/devices/system/node/online");
  if (absl::IsNotFound(online.status())) return std::vector<int>();
  if (!online.ok()) return online.status();
  return ParseCpuList(*online);
}

int64_t Host::MonotonicNs() const { return Now(CLOCK_MONOTONIC); }
int64_t Host::WallNs() const { return Now(CLOCK_REALTIME); }
int64_t Host::ProcessCpuNs() const { return Now(CLOCK_PROCESS_CPUTIME_ID); }
int64_t Host::ThreadCpuNs() const { return Now(CLOCK_THREAD_CPUTIME_ID); }

absl::StatusOr<UniqueFd> Host::PerfEventOpen(perf_event_attr& attr, pid_t pid, int cpu,
                                             int group_fd, unsigned long flags) {
  int64_t fd = 0;
  do {
    fd = syscall(SYS_perf_event_open, &attr, pid, cpu, group_fd, flags | PERF_FLAG_FD_CLOEXEC);
  } while (fd < 0 && errno == EINTR);
  if (fd < 0) return absl::ErrnoToStatus(errno, "perf_event_open");
  return UniqueFd(static_cast<int>(fd));
}

absl::Status Host::EnablePerf(int leader_fd) {
  if (ioctl(leader_fd, PERF_EVENT_IOC_ENABLE, PERF_IOC_FLAG_GROUP) == 0) return absl::OkStatus();
  return absl::ErrnoToStatus(errno, "enable a group of perf events");
}

ssize_t Host::ReadPerf(int fd, void* buffer, size_t size) {
  const ssize_t got = read(fd, buffer, size);
  return got < 0 ? -errno : got;
}

absl::StatusOr<UniqueFd> Host::OpenMsr(int cpu) {
  const std::string path = absl::StrCat("/dev/cpu/", cpu, "/msr");
  UniqueFd fd(open(FullPath(path).c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd.valid()) return absl::ErrnoToStatus(errno, absl::StrCat("open ", path));
  return fd;
}

absl::StatusOr<uint64_t> Host::ReadMsr(int fd, uint32_t address) {
  uint64_t value = 0;
  const ssize_t got = pread(fd, &value, sizeof value, address);
  if (got == sizeof value) return value;
  return absl::ErrnoToStatus(got < 0 ? errno : EIO,
                             absl::StrCat("read of MSR 0x", absl::Hex(address)));
}

absl::StatusOr<std::string> Host::KernelLog() {
  constexpr int kReadAll = 3;
  constexpr int kBufferSize = 10;
  const int size = klogctl(kBufferSize, nullptr, 0);
  if (size < 0) return absl::ErrnoToStatus(errno, "size of the kernel's log");
  std::string log(static_cast<size_t>(size), '\0');
  const int got = klogctl(kReadAll, log.data(), size);
  if (got < 0) return absl::ErrnoToStatus(errno, "read the kernel's log");
  log.resize(static_cast<size_t>(got));
  return log;
}

}  // namespace collect
