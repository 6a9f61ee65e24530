// Columns as differences of variable length.
#include "archive/column_codec.h"

#include <algorithm>
#include <string>

#include "absl/strings/string_view.h"
#include "archive/varint.h"

namespace collect {
namespace {

enum Presence : uint64_t { kAbsent = 0, kPresent = 1, kBitmap = 2 };

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

bool DecodeTimes(absl::string_view bytes, size_t rows, std::vector<ProbeSamples::Row>& out) {
  int64_t start_ns = 0;
  for (size_t row = 0; row < rows; ++row) {
    int64_t step_ns = 0;
    uint64_t duration_ns = 0;
    if (!TakeSigned(bytes, step_ns) || !TakeVarint(bytes, duration_ns)) return false;
    start_ns = Sum(start_ns, step_ns);
    out.push_back({start_ns, static_cast<int64_t>(duration_ns)});
  }
  return bytes.empty();
}

// One column of a block.
struct ColumnReader {
  absl::string_view bitmap;
  uint64_t presence = kAbsent;

  bool Open(absl::string_view& bytes, size_t rows) {
    if (!TakeVarint(bytes, presence) || presence > kBitmap) return false;
    if (presence != kBitmap) return true;
    const size_t size = (rows + 7) / 8;
    if (bytes.size() < size) return false;
    bitmap = bytes.substr(0, size);
    bytes.remove_prefix(size);
    return true;
  }
  bool Has(size_t row) const {
    if (presence != kBitmap) return presence == kPresent;
    return ((static_cast<uint8_t>(bitmap[row / 8]) >> (row % 8)) & 1) != 0;
  }
};

// Appends `rows` cells behind `rows_before`; a column that was absent until now is filled up.
bool DecodeColumn(absl::string_view& bytes, size_t rows_before, size_t rows, size_t& max_cells,
                  ProbeSamples::Column& column) {
  ColumnReader reader;
  if (!reader.Open(bytes, rows)) return false;
  if (reader.presence == kAbsent) return true;
  const size_t new_cells = rows_before + rows - column.values.size();
  if (new_cells > max_cells) return false;
  max_cells -= new_cells;
  column.values.resize(rows_before + rows);
  column.present.resize(rows_before + rows);
  int64_t value = 0;
  for (size_t row = 0; row < rows; ++row) {
    if (!reader.Has(row)) continue;
    int64_t step = 0;
    if (!TakeSigned(bytes, step)) return false;
    value = Sum(value, step);
    column.values[rows_before + row] = value;
    column.present[rows_before + row] = 1;
  }
  return true;
}

bool DecodeInto(const v1::ProbeBlock& block, size_t& max_cells, ProbeSamples& samples) {
  const size_t rows_before = samples.rows.size();
  if (!DecodeTimes(block.times(), block.rows(), samples.rows)) return false;
  absl::string_view bytes = block.values();
  if (block.columns() > bytes.size()) return false;
  if (samples.columns.size() < block.columns()) samples.columns.resize(block.columns());
  for (size_t column = 0; column < block.columns(); ++column) {
    if (!DecodeColumn(bytes, rows_before, block.rows(), max_cells, samples.columns[column])) {
      return false;
    }
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

void PendingSamples::EncodePresence(size_t column, std::string& out) const {
  size_t count = 0;
  for (const Row& row : rows_) count += Has(row, column) ? 1 : 0;
  if (count == rows_.size()) return AppendVarint(kPresent, out);
  if (count == 0) return AppendVarint(kAbsent, out);
  AppendVarint(kBitmap, out);
  const size_t bitmap = out.size();
  out.append((rows_.size() + 7) / 8, '\0');
  for (size_t row = 0; row < rows_.size(); ++row) {
    if (!Has(rows_[row], column)) continue;
    char& byte = out[bitmap + row / 8];
    byte = static_cast<char>(byte | (1 << (row % 8)));
  }
}

void PendingSamples::EncodeColumn(size_t column, std::string& out) const {
  EncodePresence(column, out);
  int64_t before = 0;
  for (const Row& row : rows_) {
    if (!Has(row, column)) continue;
    const int64_t value = values_[row.first_cell + column];
    AppendVarint(ZigZag(Difference(value, before)), out);
    before = value;
  }
}

void PendingSamples::Encode(v1::ProbeBlock& block) const {
  block.set_rows(static_cast<uint32_t>(rows_.size()));
  block.set_columns(static_cast<uint32_t>(columns_));
  std::string& times = *block.mutable_times();
  times.clear();
  int64_t before_ns = 0;
  for (const Row& row : rows_) {
    AppendVarint(ZigZag(Difference(row.start_ns, before_ns)), times);
    AppendVarint(static_cast<uint64_t>(row.duration_ns), times);
    before_ns = row.start_ns;
  }
  std::string& values = *block.mutable_values();
  values.clear();
  for (size_t column = 0; column < columns_; ++column) EncodeColumn(column, values);
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
