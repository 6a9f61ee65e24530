// Samples of one probe as a ProbeBlock, and back. archive.proto has the encoding.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "archive/run_file.h"
#include "collect/v1/archive.pb.h"

namespace collect {

/// What a column does in a block, as it is written to the file.
enum class ColumnShape : uint8_t {
  kAbsent = 0,    ///< in every row
  kConstant = 1,  ///< the same value in every row
  kPresent = 2,   ///< in every row
  kGaps = 3,      ///< absent in some rows
  kSteady = 4,    ///< in every row, written as differences of differences as that is shorter
};

/// Samples of one probe that wait to be encoded. Keeps its memory over Clear.
class PendingSamples {
 public:
  /// Appends one sample; values.size() may grow from one to the next.
  void Add(int64_t start_ns, int64_t duration_ns, absl::Span<const int64_t> values,
           absl::Span<const uint8_t> present);

  /// Fills `rows`, `columns`, `times` and `values` of the block.
  void Encode(v1::ProbeBlock& block) const;

  void Clear();

  size_t rows() const { return rows_.size(); }
  size_t cells() const { return values_.size(); }

 private:
  struct Row {
    int64_t start_ns;
    int64_t duration_ns;
    size_t first_cell;
    size_t columns;
  };

  bool Has(const Row& row, size_t column) const {
    return column < row.columns && present_[row.first_cell + column] != 0;
  }
  ColumnShape ShapeOf(size_t column) const;
  void AppendBitmap(size_t column, std::string& out) const;
  void AppendFirstValue(size_t column, std::string& out) const;
  void AppendDifferences(size_t column, std::string& out) const;
  void AppendSecondDifferences(size_t column, std::string& out) const;
  void AppendTimes(std::string& out) const;
  bool IsSteady(size_t column) const;

  std::vector<Row> rows_;
  std::vector<int64_t> values_;  // row after row
  std::vector<uint8_t> present_;
  size_t columns_ = 0;
};

/// Appends the samples of a block to `samples`. DataLoss, with `samples` as it was, when the block
/// contradicts itself. `max_cells` bounds how many cells the block may add, those of absent values
/// too, and is lowered by that number.
absl::Status DecodeBlock(const v1::ProbeBlock& block, size_t& max_cells, ProbeSamples& samples);

}  // namespace collect
