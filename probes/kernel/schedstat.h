// /proc/schedstat: what the scheduler does, and how long tasks run and wait for a CPU.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "probes/kernel/line_memory.h"
#include "probes/probe.h"

namespace collect {

/// Name of a number in a domain's line (Documentation/scheduler/sched-stats.rst), counted from 0
/// behind the mask of CPUs, in a line of `count` numbers: "busy.lb_count", "ttwu_wake_remote".
/// Versions 15 and 16 have 36 numbers, 17 has 45; the kinds of idleness stand in another order
/// since 16. "fieldN" (N from 1) in a line of any other length.
std::string SchedDomainField(uint64_t version, size_t count, size_t index);

/// The lines of /proc/schedstat of versions 14 to 17, summed up over the CPUs:
/// "schedstat.FIELD" and, for each level of scheduling domains, "schedstat.domainN.FIELD", as
/// growth since the first sample. Times, of tasks that ran ("rq_cpu_time") and waited
/// ("run_delay"), are kept of each CPU, too, "schedstat.CPUn.run_delay", in ns.
///
/// Counters are 32 bits wide but for times. A CPU that goes offline has no line: nothing is counted
/// until it is back for two samples (S-018). A level of domains whose numbers are all 0, as they
/// are with kernel.sched_schedstats=0, is left out until they move.
class SchedstatTable {
 public:
  void Fill(absl::string_view text, Columns& columns);

 private:
  struct Line {
    std::vector<uint64_t> values;
    uint64_t sample = 0;  // in which it was seen last
  };
  // A CPU's own line, then those of its domains by level.
  struct Cpu {
    int number = 0;
    std::vector<Line> lines;
    int run_column = -1;
    int wait_column = -1;
  };
  // The sums over one kind of line: the CPUs' own, or those of one level.
  struct Sums {
    std::vector<int64_t> grown;
    std::vector<int> columns;  // empty until they are declared
    bool active = false;       // a number other than 0 has been seen
    bool seen = false;         // in this sample
  };

  void TakeLine(const LineMemory::Line& line, Columns& columns);
  void TakeCpu(const LineMemory::Line& line, absl::string_view rest, Columns& columns);
  void TakeDomain(const LineMemory::Line& line, absl::string_view rest);
  Cpu& CpuOf(int number, Columns& columns);
  void Update(const LineMemory::Line& line, absl::string_view rest, Cpu& cpu, size_t level);
  void AddGrowth(const Line& line, size_t level);
  void Declare(size_t level, Columns& columns);
  void DeriveTimes(Columns& columns);
  void SetSums(Columns& columns);

  LineMemory memory_;
  uint64_t version_ = 0;
  uint64_t sample_ = 0;
  std::vector<Cpu> cpus_;
  Cpu* cpu_ = nullptr;  // whose lines follow
  size_t next_ = 0;     // where in cpus_ the next one is likely to be
  std::vector<Sums> sums_;
  std::vector<uint64_t> numbers_;  // of the line at hand
};

/// The probe.
class Schedstat : public Probe {
 public:
  absl::Status Open(const ProbeContext& context, Columns& columns) override;
  absl::Status Read(Columns& columns) override;
  void VisitTexts(
      absl::FunctionRef<void(absl::string_view path, absl::string_view text)> visit) const override;

 private:
  TextFile file_;
  SchedstatTable table_;
};

}  // namespace collect
