// What a sample of each kernel file costs on this machine, against bare preads of the same files on
// open descriptors. Counters: read_us and bare_us, CPU microseconds of one sample; ratio, the one
// by the other. Both are taken in turn, so that a busy machine spoils them alike.
#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <time.h>
#include <unistd.h>

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "probes/probe.h"
#include "probes/table.h"

namespace collect {
namespace {

double CpuMicroseconds() {
  timespec now = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) / 1e3;
}

// Reads files from their start to their end, as often as asked.
class BareFiles {
 public:
  void Add(const std::string& path) { fds_.emplace_back(open(path.c_str(), O_RDONLY | O_CLOEXEC)); }

  void Read() {
    for (const UniqueFd& fd : fds_) {
      off_t offset = 0;
      ssize_t got = 0;
      while ((got = pread(fd.get(), buffer_.data(), buffer_.size(), offset)) > 0) offset += got;
    }
  }

 private:
  std::vector<UniqueFd> fds_;
  std::vector<char> buffer_ = std::vector<char>(1 << 20);
};

// Of what a probe opens, the files that it reads at every sample.
bool IsReadAtEverySample(absl::string_view path) {
  return (absl::StartsWith(path, "/proc/") && !absl::StartsWith(path, "/proc/self/")) ||
         absl::EndsWith(path, "/online") || absl::EndsWith(path, "/time") ||
         absl::EndsWith(path, "/usage") || absl::StrContains(path, "/node/node") ||
         (absl::StartsWith(path, "/sys/fs/cgroup/") && !absl::EndsWith(path, "/cgroup.procs"));
}

void SampleProbe(benchmark::State& state, const std::string& name) {
  Host host;
  std::set<std::string> paths;
  host.on_open = [&](absl::string_view path) { paths.emplace(path); };
  const Command command;
  const OwnCost own_cost;
  const std::unique_ptr<Probe> probe = FindProbe(name)->make();
  Columns columns;
  const absl::Status status = probe->Open({host, command, own_cost}, columns);
  if (!status.ok()) return state.SkipWithError(std::string(status.message()).c_str());
  BareFiles bare;
  for (const std::string& path : paths) {
    if (IsReadAtEverySample(path)) bare.Add(path);
  }
  double bare_us = 0;
  double read_us = 0;
  for (auto _ : state) {
    const double start = CpuMicroseconds();
    bare.Read();
    const double middle = CpuMicroseconds();
    columns.Clear();
    probe->Read(columns).IgnoreError();
    const double end = CpuMicroseconds();
    bare_us += middle - start;
    read_us += end - middle;
  }
  const auto samples = static_cast<double>(state.iterations());
  state.counters["bare_us"] = bare_us / samples;
  state.counters["read_us"] = read_us / samples;
  state.counters["ratio"] = read_us / bare_us;
}

BENCHMARK_CAPTURE(SampleProbe, proc_vmstat, "proc-vmstat");
BENCHMARK_CAPTURE(SampleProbe, meminfo, "meminfo");
BENCHMARK_CAPTURE(SampleProbe, mpstat, "mpstat");
BENCHMARK_CAPTURE(SampleProbe, diskstats, "diskstats");
BENCHMARK_CAPTURE(SampleProbe, pressure, "pressure");
BENCHMARK_CAPTURE(SampleProbe, schedstat, "schedstat");
BENCHMARK_CAPTURE(SampleProbe, loadavg, "loadavg");
BENCHMARK_CAPTURE(SampleProbe, interrupts, "interrupts");
BENCHMARK_CAPTURE(SampleProbe, softirqs, "softirqs");
BENCHMARK_CAPTURE(SampleProbe, cpuidle, "cpuidle");
BENCHMARK_CAPTURE(SampleProbe, slabinfo, "slabinfo");
BENCHMARK_CAPTURE(SampleProbe, numa_vmstat, "numa-vmstat");
BENCHMARK_CAPTURE(SampleProbe, numa_numastat, "numa-numastat");
BENCHMARK_CAPTURE(SampleProbe, numa_meminfo, "numa-meminfo");
BENCHMARK_CAPTURE(SampleProbe, net, "net");
BENCHMARK_CAPTURE(SampleProbe, sockstat, "sockstat");
BENCHMARK_CAPTURE(SampleProbe, zoneinfo, "zoneinfo");
BENCHMARK_CAPTURE(SampleProbe, buddyinfo, "buddyinfo");
BENCHMARK_CAPTURE(SampleProbe, sched_debug, "sched_debug");
BENCHMARK_CAPTURE(SampleProbe, cgroup, "cgroup");

}  // namespace
}  // namespace collect

BENCHMARK_MAIN();
