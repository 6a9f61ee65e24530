// Columns as differences of variable length.
#include "archive/column_codec.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/string_view.h"
#include "archive/varint.h"

namespace collect {
namespace {

constexpr int64_t kNsPerUs = 1000;

size_t BitmapSize(size_t rows) { return (rows + 7) / 8; }

// Unsigned, so that a difference over more than 63 bits wraps and is undone by another wrap.
int64_t Difference(int64_t now, int64_t before) {
  return static_cast<int64_t>(static_cast<uint64_t>(now) - static_cast<uint64_t>(before));
}
int64_t Sum(int64_t before, int64_t difference) {
  return static_cast<int64_t>(static_cast<uint64_t>(before) + static_cast<uint64_t>(difference));
}

bool TakeSigned(absl::string_view& bytes, int64_t& value) {
  uint64_t number = 0;
  if (!TakeVarint(bytes, number)) return false;
  value = UnZigZag(number);
  return true;
}

// A series written as its first value, its first difference, and then differences of differences:
// what grows evenly takes one byte a value.
class SecondDifferences {
 public:
  /// What is written for the next value.
  int64_t Next(int64_t value) {
    const int64_t difference = Difference(value, value_);
    const int64_t written = given_ > 1 ? Difference(difference, difference_) : difference;
    Keep(value, difference);
    return written;
  }
  /// The next value by what was written for it.
  int64_t Undo(int64_t written) {
    const int64_t difference = given_ > 1 ? Sum(difference_, written) : written;
    Keep(Sum(value_, difference), difference);
    return value_;
  }

 private:
  void Keep(int64_t value, int64_t difference) {
    value_ = value;
    difference_ = difference;
    ++given_;
  }

  int64_t value_ = 0;
  int64_t difference_ = 0;
  size_t given_ = 0;
};

int64_t NsOfUs(int64_t us) { return static_cast<int64_t>(static_cast<uint64_t>(us) * kNsPerUs); }

bool DecodeTimes(absl::string_view bytes, size_t rows, std::vector<ProbeSamples::Row>& out) {
  SecondDifferences starts_us;
  int64_t duration_us = 0;
  for (size_t row = 0; row < rows; ++row) {
    int64_t start = 0;
    int64_t duration = 0;
    if (!TakeSigned(bytes, start) || !TakeSigned(bytes, duration)) return false;
    duration_us = Sum(duration_us, duration);
    out.push_back({NsOfUs(starts_us.Undo(start)), NsOfUs(duration_us)});
  }
  return bytes.empty();
}

// The parts of ProbeBlock::values.
struct Parts {
  absl::string_view shapes;
  absl::string_view bitmaps;
  absl::string_view first_values_and_differences;
};

bool Split(absl::string_view bytes, size_t rows, size_t columns, Parts& parts) {
  if (columns > bytes.size()) return false;
  parts.shapes = bytes.substr(0, columns);
  bytes.remove_prefix(columns);
  const auto with_gaps =
      std::count(parts.shapes.begin(), parts.shapes.end(), static_cast<char>(ColumnShape::kGaps));
  const size_t bitmaps_size = static_cast<size_t>(with_gaps) * BitmapSize(rows);
  if (bitmaps_size > bytes.size()) return false;
  parts.bitmaps = bytes.substr(0, bitmaps_size);
  parts.first_values_and_differences = bytes.substr(bitmaps_size);
  return true;
}

bool BitAt(absl::string_view bitmap, size_t row) {
  return ((static_cast<uint8_t>(bitmap[row / 8]) >> (row % 8)) & 1) != 0;
}

// Appends the cells of one column but for their values, behind `rows_before`; a column that was
// absent until now is filled up.
bool AppendCells(ColumnShape shape, size_t rows_before, size_t rows, absl::string_view& bitmaps,
                 size_t& max_cells, ProbeSamples::Column& column) {
  const size_t new_cells = rows_before + rows - column.values.size();
  if (new_cells > max_cells) return false;
  max_cells -= new_cells;
  column.values.resize(rows_before + rows);
  column.present.resize(rows_before);
  column.present.resize(rows_before + rows, shape == ColumnShape::kGaps ? 0 : 1);
  if (shape != ColumnShape::kGaps) return true;
  for (size_t row = 0; row < rows; ++row) {
    column.present[rows_before + row] = BitAt(bitmaps, row) ? 1 : 0;
  }
  bitmaps.remove_prefix(BitmapSize(rows));
  return true;
}

// Puts the first value of a block's column in its place, and everywhere if it is constant.
bool TakeFirstValue(ColumnShape shape, size_t rows_before, absl::string_view& bytes,
                    ProbeSamples::Column& column) {
  const auto first = std::find(column.present.begin() + static_cast<std::ptrdiff_t>(rows_before),
                               column.present.end(), 1);
  int64_t value = 0;
  if (first == column.present.end() || !TakeSigned(bytes, value)) return false;
  const auto place = column.values.begin() + (first - column.present.begin());
  *place = value;
  if (shape == ColumnShape::kConstant) std::fill(place, column.values.end(), value);
  return true;
}

bool TakeDifferences(size_t rows_before, absl::string_view& bytes, ProbeSamples::Column& column) {
  bool first = true;
  int64_t value = 0;
  for (size_t row = rows_before; row < column.values.size(); ++row) {
    if (column.present[row] == 0) continue;
    int64_t difference = 0;
    if (first) {
      value = column.values[row];
      first = false;
    } else if (TakeSigned(bytes, difference)) {
      value = Sum(value, difference);
    } else {
      return false;
    }
    column.values[row] = value;
  }
  return true;
}

// The same for a column that is written as differences of differences; it has no gaps.
bool TakeSecondDifferences(size_t rows_before, absl::string_view& bytes,
                           ProbeSamples::Column& column) {
  SecondDifferences series;
  series.Undo(column.values[rows_before]);
  for (size_t row = rows_before + 1; row < column.values.size(); ++row) {
    int64_t written = 0;
    if (!TakeSigned(bytes, written)) return false;
    column.values[row] = series.Undo(written);
  }
  return true;
}

bool TakeSteps(ColumnShape shape, size_t rows_before, absl::string_view& bytes,
               ProbeSamples::Column& column) {
  switch (shape) {
    case ColumnShape::kPresent:
    case ColumnShape::kGaps:
      return TakeDifferences(rows_before, bytes, column);
    case ColumnShape::kSteady:
      return TakeSecondDifferences(rows_before, bytes, column);
    default:
      return true;
  }
}

bool DecodeInto(const v1::ProbeBlock& block, size_t& max_cells, ProbeSamples& samples) {
  const size_t rows_before = samples.rows.size();
  Parts parts;
  if (!DecodeTimes(block.times(), block.rows(), samples.rows)) return false;
  if (!Split(block.values(), block.rows(), block.columns(), parts)) return false;
  if (samples.columns.size() < block.columns()) samples.columns.resize(block.columns());
  absl::string_view bytes = parts.first_values_and_differences;
  for (size_t i = 0; i < block.columns(); ++i) {
    const ColumnShape shape = static_cast<ColumnShape>(parts.shapes[i]);
    if (shape == ColumnShape::kAbsent) continue;
    if (shape > ColumnShape::kSteady ||
        !AppendCells(shape, rows_before, block.rows(), parts.bitmaps, max_cells,
                     samples.columns[i])) {
      return false;
    }
    if (!TakeFirstValue(shape, rows_before, bytes, samples.columns[i])) return false;
  }
  for (size_t i = 0; i < block.columns(); ++i) {
    const ColumnShape shape = static_cast<ColumnShape>(parts.shapes[i]);
    if (shape == ColumnShape::kAbsent) continue;
    if (!TakeSteps(shape, rows_before, bytes, samples.columns[i])) return false;
  }
  return bytes.empty();
}

// Takes back what a block that turned out to be wrong has appended.
void TakeBack(const v1::ProbeBlock& block, size_t rows, size_t columns, ProbeSamples& samples) {
  samples.rows.resize(rows);
  samples.columns.resize(columns);
  for (size_t i = 0; i < std::min<size_t>(columns, block.columns()); ++i) {
    ProbeSamples::Column& column = samples.columns[i];
    column.values.resize(std::min(column.values.size(), rows));
    column.present.resize(std::min(column.present.size(), rows));
  }
}

}  // namespace

void PendingSamples::Add(int64_t start_ns, int64_t duration_ns, absl::Span<const int64_t> values,
                         absl::Span<const uint8_t> present) {
  rows_.push_back({start_ns, duration_ns, values_.size(), values.size()});
  values_.insert(values_.end(), values.begin(), values.end());
  present_.insert(present_.end(), present.begin(), present.end());
  columns_ = std::max(columns_, values.size());
}

ColumnShape PendingSamples::ShapeOf(size_t column) const {
  size_t present = 0;
  bool constant = true;
  int64_t first = 0;
  for (const Row& row : rows_) {
    if (!Has(row, column)) continue;
    const int64_t value = values_[row.first_cell + column];
    if (present++ == 0) first = value;
    constant = constant && value == first;
  }
  if (present == 0) return ColumnShape::kAbsent;
  if (present < rows_.size()) return ColumnShape::kGaps;
  if (constant) return ColumnShape::kConstant;
  return IsSteady(column) ? ColumnShape::kSteady : ColumnShape::kPresent;
}

// Whether differences of differences take fewer bytes; the column has no gaps.
bool PendingSamples::IsSteady(size_t column) const {
  SecondDifferences series;
  int64_t before = 0;
  int saved = 0;
  for (const Row& row : rows_) {
    const int64_t value = values_[row.first_cell + column];
    saved += VarintSize(ZigZag(Difference(value, before))) - VarintSize(ZigZag(series.Next(value)));
    before = value;
  }
  return saved > 0;
}

void PendingSamples::AppendBitmap(size_t column, std::string& out) const {
  const size_t bitmap = out.size();
  out.append(BitmapSize(rows_.size()), '\0');
  for (size_t row = 0; row < rows_.size(); ++row) {
    if (!Has(rows_[row], column)) continue;
    char& byte = out[bitmap + row / 8];
    byte = static_cast<char>(byte | (1 << (row % 8)));
  }
}

void PendingSamples::AppendFirstValue(size_t column, std::string& out) const {
  for (const Row& row : rows_) {
    if (Has(row, column)) return AppendVarint(ZigZag(values_[row.first_cell + column]), out);
  }
}

void PendingSamples::AppendDifferences(size_t column, std::string& out) const {
  bool first = true;
  int64_t before = 0;
  for (const Row& row : rows_) {
    if (!Has(row, column)) continue;
    const int64_t value = values_[row.first_cell + column];
    if (!std::exchange(first, false)) AppendVarint(ZigZag(Difference(value, before)), out);
    before = value;
  }
}

void PendingSamples::AppendSecondDifferences(size_t column, std::string& out) const {
  SecondDifferences series;
  for (size_t row = 0; row < rows_.size(); ++row) {
    const int64_t written = series.Next(values_[rows_[row].first_cell + column]);
    if (row > 0) AppendVarint(ZigZag(written), out);
  }
}

void PendingSamples::AppendTimes(std::string& out) const {
  SecondDifferences starts_us;
  int64_t before_us = 0;
  for (const Row& row : rows_) {
    const int64_t duration_us = row.duration_ns / kNsPerUs;
    AppendVarint(ZigZag(starts_us.Next(row.start_ns / kNsPerUs)), out);
    AppendVarint(ZigZag(Difference(duration_us, before_us)), out);
    before_us = duration_us;
  }
}

void PendingSamples::Encode(v1::ProbeBlock& block) const {
  block.set_rows(static_cast<uint32_t>(rows_.size()));
  block.set_columns(static_cast<uint32_t>(columns_));
  block.mutable_times()->clear();
  AppendTimes(*block.mutable_times());
  std::string& values = *block.mutable_values();
  values.clear();
  for (size_t i = 0; i < columns_; ++i) values.push_back(static_cast<char>(ShapeOf(i)));
  // The shapes stand at the front of `values`; a string_view would dangle as it grows.
  const auto shape = [&](size_t i) { return static_cast<ColumnShape>(values[i]); };
  for (size_t i = 0; i < columns_; ++i) {
    if (shape(i) == ColumnShape::kGaps) AppendBitmap(i, values);
  }
  for (size_t i = 0; i < columns_; ++i) {
    if (shape(i) != ColumnShape::kAbsent) AppendFirstValue(i, values);
  }
  for (size_t i = 0; i < columns_; ++i) {
    if (shape(i) == ColumnShape::kPresent || shape(i) == ColumnShape::kGaps) {
      AppendDifferences(i, values);
    } else if (shape(i) == ColumnShape::kSteady) {
      AppendSecondDifferences(i, values);
    }
  }
}

void PendingSamples::Clear() {
  rows_.clear();
  values_.clear();
  present_.clear();
  columns_ = 0;
}

absl::Status DecodeBlock(const v1::ProbeBlock& block, size_t& max_cells, ProbeSamples& samples) {
  const size_t rows = samples.rows.size();
  const size_t columns = samples.columns.size();
  if (DecodeInto(block, max_cells, samples)) return absl::OkStatus();
  TakeBack(block, rows, columns, samples);
  return absl::DataLossError("its columns contradict its lengths");
}

}  // namespace collect
