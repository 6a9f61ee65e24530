// What one CPU has spent its time on, by /proc/stat.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "probes/columns.h"

namespace collect {

/// Uses of a CPU's time in the order of /proc/stat's fields (Documentation/filesystems/proc.rst,
/// 1.7), called as mpstat(1) calls them.
enum CpuUse {
  kUsr,
  kNice,
  kSys,
  kIdle,
  kIowait,
  kIrq,
  kSoft,
  kSteal,
  kGuest,
  kGnice,
};
inline constexpr std::array<absl::string_view, 10> kCpuUses = {
    "usr", "nice", "sys", "idle", "iowait", "irq", "soft", "steal", "guest", "gnice"};

/// Follows the "cpuN" line of one CPU and keeps a hidden counter of ticks (1/100 s) for each use
/// and for all of them together. What guests used is taken out of usr and nice, in which the kernel
/// counts it too (kernel/sched/cputime.c: account_guest_time), so that the uses add up to the
/// whole.
///
/// The kernel's clocks are not perfect. One that goes back by less than a second, as iowait and
/// idle do, stands still (S-014, S-015). An interval in which one goes back further (S-016), or
/// steal grows by more time than has passed (S-017), is left out: none of the counters moves.
class CpuTime {
 public:
  CpuTime(int cpu, size_t uses) : cpu_(cpu), shown_(uses) {}

  int cpu() const { return cpu_; }
  /// Column of a use; -1 if this kernel does not know it.
  int column(size_t use) const { return use < columns_.size() ? columns_[use] : -1; }
  /// Column of the time in all uses.
  int total_column() const { return total_column_; }
  /// Uses that the line had when it was first seen, those of tomorrow's kernels included.
  size_t uses() const { return shown_.size(); }

  /// Declares the columns; to be called once.
  void Declare(Columns& columns);

  /// Takes in the numbers of the line, one for each use, as they were read `elapsed_ns` after those
  /// of the sample before; negative: there were none, as the CPU was offline.
  void Advance(absl::Span<const int64_t> ticks, int64_t elapsed_ns, Columns& columns);

 private:
  bool IsBroken(absl::Span<const int64_t> ticks, int64_t elapsed_ns) const;
  void Step(absl::Span<const int64_t> ticks, Columns& columns);

  const int cpu_;
  std::vector<int64_t> shown_;
  std::vector<int64_t> last_;
  std::vector<int> columns_;
  int total_column_ = -1;
};

/// Name of a use: mpstat's, or "fieldN" (N counted from 1) of one that we do not know.
std::string CpuUseName(size_t use);

}  // namespace collect
