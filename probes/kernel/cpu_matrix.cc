// Reading tables of one counter per CPU and row.
#include "probes/kernel/cpu_matrix.h"

#include <algorithm>
#include <cstring>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "probes/kernel/growth.h"
#include "probes/kernel/text_scan.h"

namespace collect {
namespace {

// The kernel prints " %10u", or "%10u " on some machines (kernel/irq/proc.c: show_interrupts,
// fs/proc/softirqs.c), and 32 bits have at most ten digits: every number and the character before
// it take eleven.
constexpr size_t kCellWidth = 11;

// Larger than any kernel's NR_CPUS; keeps a damaged header from asking for gigabytes.
constexpr int kLargestCpu = 1 << 16;

bool IsBlank(char c) { return c == ' ' || c == '\t'; }

// One cell of kCellWidth: anything, then blanks, then digits up to its end.
bool ParseCell(absl::string_view cell, uint32_t& value) {
  cell.remove_prefix(1);
  SkipBlanks(cell);
  uint64_t number = 0;
  if (!TakeNumber(cell, number) || !cell.empty()) return false;
  value = static_cast<uint32_t>(number);
  return true;
}

}  // namespace

int CpuMatrix::SlotOf(int cpu) {
  const auto known = std::find(cpus_.begin(), cpus_.end(), cpu);
  const auto slot = static_cast<int>(known - cpus_.begin());
  if (known == cpus_.end()) {
    cpus_.push_back(cpu);
    slots_.emplace_back();
  }
  return slot;
}

absl::Status CpuMatrix::ParseHeader(absl::string_view line) {
  std::vector<int> numbers;
  absl::string_view rest = line;
  for (SkipBlanks(rest); !rest.empty(); SkipBlanks(rest)) {
    const absl::string_view word = TakeWord(rest);
    absl::string_view digits = word;
    int cpu = 0;
    if (!absl::ConsumePrefix(&digits, "CPU") || !absl::SimpleAtoi(digits, &cpu) || cpu < 0 ||
        cpu >= kLargestCpu) {
      return absl::InvalidArgumentError(absl::StrCat(
          "line 1: expected \"CPU\" and a number, not \"", absl::CHexEscape(word), "\""));
    }
    numbers.push_back(cpu);
  }
  if (numbers.empty()) return absl::InvalidArgumentError("line 1: expected a header of CPUs");
  header_slots_.clear();
  for (int cpu : numbers) header_slots_.push_back(SlotOf(cpu));
  header_ = std::string(line);
  return absl::OkStatus();
}

absl::Status CpuMatrix::Parse(absl::string_view text, Columns& notes) {
  const absl::string_view header = TakeLine(text);
  if (header_.empty() || header != header_) {
    absl::Status status = ParseHeader(header);
    if (!status.ok()) return status;
    memory_.Forget();
  }
  ++sample_;
  for (int slot : header_slots_) {
    slots_[slot].continued = slots_[slot].sample + 1 == sample_;
    slots_[slot].sample = sample_;
  }
  present_.clear();
  memory_.Visit(text, [&](const LineMemory::Line& line) { TakeRow(line, notes); });
  return absl::OkStatus();
}

void CpuMatrix::TakeRow(const LineMemory::Line& line, Columns& notes) {
  if (line.index == line_rows_.size()) line_rows_.push_back(-1);
  int& index = line_rows_[line.index];
  if (line.same && index < 0) return;
  // A row that another line has taken is not this line's, whatever it was last time.
  const bool known = index >= 0 && rows_[index].sample != sample_ &&
                     (line.same || UpdateCells(line, rows_[index]));
  if (!known) index = LearnRow(line, notes);
  if (index < 0) return;
  rows_[index].sample = sample_;
  present_.push_back(index);
}

void CpuMatrix::SetCell(Row& row, int slot, uint32_t value) {
  Slot& cpu = slots_[slot];
  if (row.sample + 1 == sample_ && cpu.continued) {
    const int64_t growth = Growth32(row.cells[slot], value);
    row.grown += growth;
    cpu.grown += growth;
  }
  row.cells[slot] = value;
}

// Reads the cells that differ from the line before, if all else is the same.
bool CpuMatrix::UpdateCells(const LineMemory::Line& line, Row& row) {
  if (line.before.empty() || line.text.size() != line.before.size()) return false;
  if (row.first_cell < 0) return false;
  const auto begin = static_cast<size_t>(row.first_cell);
  const size_t end = begin + kCellWidth * header_slots_.size();
  if (line.text.substr(0, begin) != line.before.substr(0, begin)) return false;
  if (line.text.substr(end) != line.before.substr(end)) return false;
  for (size_t i = 0; i < header_slots_.size(); ++i) {
    const char* now = &line.text[begin + i * kCellWidth];
    const char* before = &line.before[begin + i * kCellWidth];
    if (std::memcmp(now, before, kCellWidth) == 0) continue;
    uint32_t value = 0;
    if (*now != *before || !ParseCell({now, kCellWidth}, value)) return false;
    SetCell(row, header_slots_[i], value);
  }
  return true;
}

// Reads up to one number per CPU into numbers_, returns where the last one ends.
size_t CpuMatrix::ParseNumbers(absl::string_view line, size_t start) {
  numbers_.clear();
  first_cell_ = -1;
  size_t end = start;
  bool equal_widths = true;
  while (numbers_.size() < header_slots_.size()) {
    absl::string_view rest = line.substr(end);
    SkipBlanks(rest);
    uint64_t number = 0;
    if (!TakeNumber(rest, number) || (!rest.empty() && !IsBlank(rest[0]))) break;
    const size_t number_end = line.size() - rest.size();
    equal_widths &= numbers_.empty() ? number_end >= kCellWidth : number_end == end + kCellWidth;
    end = number_end;
    numbers_.push_back(static_cast<uint32_t>(number));
  }
  if (equal_widths && numbers_.size() == header_slots_.size()) {
    first_cell_ = static_cast<int64_t>(end - kCellWidth * numbers_.size());
  }
  return end;
}

// Takes a line apart; false if it is no row.
bool CpuMatrix::ParseRow(absl::string_view line, ParsedRow& row) {
  const size_t colon = line.find(':');
  if (colon == absl::string_view::npos) return false;
  row.label = absl::StripAsciiWhitespace(line.substr(0, colon));
  row.text = absl::StripAsciiWhitespace(line.substr(ParseNumbers(line, colon + 1)));
  row.total = has_totals_ && numbers_.size() == 1 && row.text.empty();
  return !row.label.empty() && (row.total || numbers_.size() == header_slots_.size());
}

int CpuMatrix::FindRow(const ParsedRow& parsed, int hint) {
  if (hint >= 0) {
    const Row& row = rows_[hint];
    if (row.sample != sample_ && row.label == parsed.label && row.text == parsed.text &&
        row.total == parsed.total) {
      return hint;
    }
  }
  for (int namesakes = 0;; ++namesakes) {
    const std::string key =
        absl::StrCat(parsed.total, parsed.label, ":", parsed.text, "\n", namesakes);
    const auto [entry, is_new] = row_by_key_.try_emplace(key, static_cast<int>(rows_.size()));
    if (is_new) {
      Row& row = rows_.emplace_back();
      row.label = std::string(parsed.label);
      row.text = std::string(parsed.text);
      row.total = parsed.total;
    }
    if (rows_[entry->second].sample != sample_) return entry->second;
  }
}

// Reads a line that is not where it was; -1 if it is no row.
int CpuMatrix::LearnRow(const LineMemory::Line& line, Columns& notes) {
  ParsedRow parsed;
  if (!ParseRow(line.text, parsed)) {
    notes.Note(absl::StrCat("row without one number per CPU is passed over: \"",
                            absl::CHexEscape(line.text), "\""));
    return -1;
  }
  const int index = FindRow(parsed, line_rows_[line.index]);
  Row& row = rows_[index];
  row.cells.resize(slots_.size());
  if (row.total) {
    row.cells[0] = numbers_[0];
    return index;
  }
  row.first_cell = first_cell_;
  for (size_t i = 0; i < numbers_.size(); ++i) SetCell(row, header_slots_[i], numbers_[i]);
  return index;
}

}  // namespace collect
