// A run file as it stands in memory after reading.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "collect/v1/archive.pb.h"
#include "collect/v1/metric.pb.h"
#include "collect/v1/run.pb.h"

namespace collect {

/// Raw samples of one probe. Rows are samples, columns are metrics without a formula, numbered as
/// ProbeSamples::metrics lists them.
struct ProbeSamples {
  struct Row {
    int64_t start_ns = 0;     ///< when the reading began, since the start of the run
    int64_t duration_ns = 0;  ///< how long the reading took
  };
  /// The values of one metric; absent in rows where `present` is 0 or behind its end.
  struct Column {
    std::vector<int64_t> values;
    std::vector<uint8_t> present;

    bool has(size_t row) const { return row < present.size() && present[row] != 0; }
  };

  std::string probe;
  std::vector<v1::MetricDescriptor> metrics;  ///< all, those with a formula too, as declared
  std::vector<Row> rows;
  std::vector<Column> columns;
};

/// What could not be read, and where.
struct Damage {
  uint64_t bytes_lost = 0;
  bool closed = true;  ///< false: the writer was ended before it closed the file
  /// Frames of types that this program does not know, passed over: of a newer minor version.
  uint64_t unknown_frames = 0;
  /// Samples that the writer could not keep, by its own account: full or slow disk.
  uint64_t lost_rows = 0;
  std::vector<std::string> notes;  ///< one sentence each, with byte offsets
};

/// A whole run file.
struct RunFile {
  v1::Run run;
  std::vector<ProbeSamples> probes;
  std::vector<v1::RawText> texts;
  /// Records as the writer stored them; empty in a file that was cut off or kept none.
  std::vector<v1::MetricRecord> records;
  Damage damage;
};

}  // namespace collect
