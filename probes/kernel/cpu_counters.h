// Tables of one counter per CPU and row, as metrics.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "probes/columns.h"
#include "probes/kernel/cpu_matrix.h"

namespace collect {

/// Makes metrics of a CpuMatrix: "PROBE.CPUn.KEY", 32-bit counters kept raw, and "PROBE.KEY", their
/// sum, computed by a formula after each CPU's counter has been unwrapped (S-012, S-013). A row for
/// the whole machine is "PROBE.KEY" alone.
///
/// Rows of one key are added up modulo 2^32, which does not depend on their order (S-011).
/// A CPU that comes later gets its own columns and from then on its part in the sums; one that goes
/// is absent (S-005, S-018).
///
/// With more than kMaxCells counters at the first sample (S-059) there are no columns for single
/// counters: "PROBE.KEY" and "PROBE.CPUn.all" are columns then, 64 bits wide, and hold what their
/// counters have grown by since the first sample.
class CpuCounters {
 public:
  /// Makes the metric's key of a row, which need not be unique.
  using KeyFn = std::string (*)(const CpuMatrix::Row& row);

  static constexpr size_t kMaxCells = 8192;

  /// `probe` is its name, and that of its file below /proc. `lone_numbers_are_totals`: as of
  /// CpuMatrix.
  CpuCounters(absl::string_view probe, KeyFn key, bool lone_numbers_are_totals)
      : probe_(probe), key_(key), matrix_(lone_numbers_are_totals) {}

  /// For files that list CPUs which are not online: only `cpus` are reported, and others from the
  /// sample on in which one of their counts has moved.
  void ReportOnly(std::vector<int> cpus) { only_ = std::move(cpus); }

  /// Sets the columns of every row in `text`. InvalidArgument if that has no header of CPUs.
  absl::Status Fill(absl::string_view text, Columns& columns);

 private:
  struct Counter {
    std::string key;
    std::vector<int> columns;  // by position in reported_
    int total = -1;            // column for the whole machine
  };

  bool IsReported(size_t slot) const;
  void ReportNewCpus();
  void ChooseForm(Columns& columns);
  Counter& CounterOf(int row);
  void DeclareCells(Counter& counter, Columns& columns);
  void DeclareTotal(Counter& counter, uint32_t width_bits, Columns& columns);
  void FillRow(const CpuMatrix::Row& row, Counter& counter, Columns& columns);
  void FillCpuTotals(Columns& columns);

  const std::string probe_;
  const KeyFn key_;
  CpuMatrix matrix_;
  std::optional<std::vector<int>> only_;
  bool opened_ = false;
  bool wide_ = false;
  std::vector<size_t> reported_;      // slots of the CPUs that have columns
  std::vector<uint8_t> is_reported_;  // by slot
  std::vector<int> cpu_totals_;       // wide: column of each reported CPU
  std::vector<Counter> counters_;
  std::vector<int> counter_of_row_;
  absl::flat_hash_map<std::string, int> counter_by_key_;
};

}  // namespace collect
