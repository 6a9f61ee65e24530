// /proc/stat: what the CPUs spend their time on, runnable tasks, interrupts, context switches.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "absl/strings/string_view.h"
#include "probes/kernel/cpu_time.h"
#include "probes/kernel/field_table.h"
#include "probes/probe.h"

namespace collect {

/// Metrics in % of the CPUs' time, by mpstat(1): "mpstat.cpu.all.USE%", of each CPU
/// "mpstat.cpu.N.USE%" and, where there is more than one NUMA node, "mpstat.node.N.USE%". Those of
/// several CPUs are sums over the CPUs that were online in an interval, as mpstat has them, and not
/// the file's first line: a CPU that goes or comes back moves nothing (S-018).
///
/// Out of the same text, so that it is read and kept once: "vmstat.cpu.*", "vmstat.procs.*" and
/// "vmstat.system.*" by vmstat(8), "iostat.cpu.*" by iostat(1), "mpstat.processes" (forks), and any
/// line of tomorrow's kernels as "mpstat.NAME".
class Mpstat : public Probe {
 public:
  absl::Status Open(const ProbeContext& context, Columns& columns) override;
  absl::Status Read(Columns& columns) override;
  void VisitTexts(
      absl::FunctionRef<void(absl::string_view path, absl::string_view text)> visit) const override;

 private:
  struct Cpu {
    CpuTime time;
    uint64_t sample = 0;  // in which it was seen last
  };

  void TakeCpuLine(absl::string_view line, int64_t elapsed_ns, Columns& columns);
  Cpu& CpuOf(int number, Columns& columns);
  void NoteAbsentCpus(Columns& columns);
  void DeriveShares(Columns& columns);
  void FindNodes(Columns& columns);

  Host* host_ = nullptr;
  TextFile file_;
  FieldTable fields_;
  std::vector<Cpu> cpus_;
  size_t next_ = 0;  // where in cpus_ the CPU of the next line is likely to be
  std::map<int, std::vector<int>> nodes_;  // CPUs of each node
  std::vector<int64_t> ticks_;             // of the line at hand
  uint64_t sample_ = 0;
  int64_t read_ns_ = 0;
  size_t derived_cpus_ = 0;  // how many are in the metrics over all CPUs
};

}  // namespace collect
