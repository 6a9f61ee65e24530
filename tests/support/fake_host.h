// A machine in a temporary folder, for tests.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "probes/host/host.h"
#include "probes/probe.h"
#include "tests/support/fake_perf.h"

namespace collect {

/// A Host over a tree that the test writes; its clocks stand still until they are moved.
class FakeHost : public Host {
 public:
  FakeHost();
  ~FakeHost() override;

  /// Writes a file of the machine, "/proc/vmstat" say, and the folders above it.
  void Write(absl::string_view path, absl::string_view text);
  /// Adds the files of a machine below tests/fixtures to the tree.
  void CopyFixture(absl::string_view name);
  /// Removes a file or folder of the machine.
  void Remove(absl::string_view path);

  int64_t MonotonicNs() const override { return monotonic_ns; }
  int64_t WallNs() const override { return wall_ns; }
  int64_t ProcessCpuNs() const override { return process_cpu_ns; }
  int64_t ThreadCpuNs() const override { return thread_cpu_ns; }

  int64_t monotonic_ns = 1'000'000'000;
  int64_t wall_ns = 1'700'000'000'000'000'000;
  int64_t process_cpu_ns = 0;
  int64_t thread_cpu_ns = 0;

  absl::StatusOr<UniqueFd> PerfEventOpen(perf_event_attr& attr, pid_t pid, int cpu, int group_fd,
                                         unsigned long flags) override {
    return perf.Open(attr, {pid, cpu, flags}, group_fd);
  }
  absl::Status EnablePerf(int leader_fd) override { return perf.Enable(leader_fd); }
  ssize_t ReadPerf(int fd, void* buffer, size_t size) override {
    return perf.Read(fd, buffer, size);
  }

  FakePerf perf;

  absl::StatusOr<std::string> KernelLog() override { return kernel_log; }

  absl::StatusOr<std::string> kernel_log = absl::NotFoundError("no kernel log");

  absl::StatusOr<UniqueFd> OpenMsr(int cpu) override;
  absl::StatusOr<uint64_t> ReadMsr(int fd, uint32_t address) override;

  /// What the registers hold, by CPU and address; a CPU that has none has no msr file, a register
  /// that is not here is answered with EIO.
  std::map<int, std::map<uint32_t, uint64_t>> msrs;
  int msr_error = 0;  ///< errno of every open of an msr file

 private:
  explicit FakeHost(std::string root);

  std::string root_;
  std::map<int, int> cpu_of_msr_fd_;
};

/// One probe on a fake machine, as the sampler would run it.
class ProbeBench {
 public:
  explicit ProbeBench(Probe& probe) : probe_(probe) {}

  absl::Status Open() { return probe_.Open({host, command, own_cost}, columns); }
  absl::Status Read();

  /// Column of a metric by its full name, -1 if it was never declared.
  int ColumnOf(absl::string_view name) const;
  /// The metric, which must exist.
  const v1::MetricDescriptor& MetricOf(absl::string_view name) const;
  /// Value in the last sample; nothing if absent or never declared.
  std::optional<int64_t> Value(absl::string_view name) const;
  std::optional<double> RealValue(absl::string_view name) const;
  /// Whether a note holds `part`.
  bool HasNote(absl::string_view part) const;

  FakeHost host;
  Command command;
  OwnCost own_cost;
  Columns columns;

 private:
  Probe& probe_;
};

/// Text of a file below tests/fixtures; fails the test if it is missing.
std::string Fixture(absl::string_view path);

}  // namespace collect
