// Tables of one 32-bit counter per CPU and row: /proc/interrupts and /proc/softirqs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "probes/columns.h"
#include "probes/kernel/line_memory.h"

namespace collect {

/// A header "CPU0 CPU2 ..." and below it rows "LABEL: number number ... text". CPU numbers come
/// from the header of the text at hand (S-005), and a row has exactly as many numbers as that
/// header has CPUs (S-008); behind them everything is text. The kernel's counters are 32 bits wide.
///
/// What was read is remembered: an unchanged line costs one comparison, and in a changed line of
/// the usual widths only the cells that changed are read. Growth is added up in 64 bits on the way.
class CpuMatrix {
 public:
  /// One row of the table; two rows of the same label and text are two of these.
  struct Row {
    std::string label;            ///< before the colon, "36" or "LOC"
    std::string text;             ///< behind the numbers, blanks at its ends cut off
    bool total = false;           ///< one number for the whole machine ("ERR: 0"), in cells[0]
    std::vector<uint32_t> cells;  ///< by slot
    int64_t grown = 0;            ///< since it was first seen, over all CPUs
    uint64_t sample = 0;          ///< in which it was seen last
    int64_t first_cell = -1;      ///< where its cells begin in the line; -1: not of equal width
  };

  /// `lone_numbers_are_totals`: a row of one number and no text is for the whole machine, as in
  /// /proc/interrupts; else it is the row of a machine of one CPU.
  explicit CpuMatrix(bool lone_numbers_are_totals) : has_totals_(lone_numbers_are_totals) {}

  /// Takes in the next text. Rows that are none are noted and passed over. InvalidArgument if it
  /// does not begin with a header.
  absl::Status Parse(absl::string_view text, Columns& notes);

  /// Rows of the last text, in its order, as indices into rows(). An index is a row for ever.
  absl::Span<const int> present() const { return present_; }
  absl::Span<const Row> rows() const { return rows_; }

  /// CPU numbers by slot; a slot is a CPU for ever.
  absl::Span<const int> cpus() const { return cpus_; }
  /// Whether the CPU of this slot stood in the last text's header.
  bool has_cpu(size_t slot) const { return slots_[slot].sample == sample_; }
  /// What all rows of this CPU have grown by since it was first seen.
  int64_t grown(size_t slot) const { return slots_[slot].grown; }

 private:
  struct Slot {
    int64_t grown = 0;
    uint64_t sample = 0;     // in which it was seen last
    bool continued = false;  // seen in the sample before, too: growth is known
  };

  struct ParsedRow {
    absl::string_view label;
    absl::string_view text;
    bool total = false;
  };

  absl::Status ParseHeader(absl::string_view line);
  int SlotOf(int cpu);
  void TakeRow(const LineMemory::Line& line, Columns& notes);
  bool UpdateCells(const LineMemory::Line& line, Row& row);
  int LearnRow(const LineMemory::Line& line, Columns& notes);
  size_t ParseNumbers(absl::string_view line, size_t start);
  bool ParseRow(absl::string_view line, ParsedRow& row);
  int FindRow(const ParsedRow& parsed, int hint);
  void SetCell(Row& row, int slot, uint32_t value);

  const bool has_totals_;
  uint64_t sample_ = 1;  // rows and CPUs never seen have 0
  LineMemory memory_;
  std::string header_;
  std::vector<int> cpus_;
  std::vector<Slot> slots_;
  std::vector<int> header_slots_;  // slot of each column of the last text
  std::vector<Row> rows_;
  std::vector<int> line_rows_;  // row of each line of the last text; -1: passed over
  std::vector<int> present_;
  absl::flat_hash_map<std::string, int> row_by_key_;
  std::vector<uint32_t> numbers_;  // of the line at hand
  int64_t first_cell_ = -1;        // of the line at hand, as in Row
};

}  // namespace collect
