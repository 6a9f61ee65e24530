// What happens from one sample of a probe to the next.
#pragma once

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "archive/formula.h"
#include "collect/v1/metric.pb.h"

namespace collect {

/// Follows the samples of a probe and tells, after each, what every column did since the one
/// before: the one place that knows wraps and resets. Columns are numbered as the probe declares
/// them.
class SampleSteps {
 public:
  void AddColumn(const v1::MetricDescriptor& metric);

  /// Goes on to the next sample.
  void Advance(int64_t start_ns, absl::Span<const int64_t> values,
               absl::Span<const uint8_t> present);

  /// 1 for each column present in this sample.
  absl::Span<const uint8_t> present() const { return present_; }
  /// The value of each column in this sample.
  absl::Span<const Quantity> values() const { return values_; }
  /// What each column did in the interval that ends with this sample: growth of a counter, mean of
  /// the two values of a gauge, else the value itself.
  absl::Span<const Quantity> steps() const { return steps_; }
  /// 1 for each counter that went back in this interval other than by a wrap.
  absl::Span<const uint8_t> resets() const { return resets_; }

  int64_t start_ns() const { return start_ns_; }
  /// Length of the interval; 0 at the first sample.
  double seconds() const { return seconds_; }
  /// Samples so far.
  uint64_t rows() const { return rows_; }

 private:
  struct Column {
    v1::Kind kind;
    uint32_t width_bits;
    bool real;
  };

  Quantity ValueOf(size_t column, int64_t bits) const;
  Quantity StepOf(size_t column, int64_t before, int64_t now);
  Quantity GrowthOf(size_t column, int64_t before, int64_t now);

  std::vector<Column> columns_;
  std::vector<int64_t> bits_;  // of the present sample
  std::vector<uint8_t> present_;
  std::vector<uint8_t> resets_;
  std::vector<Quantity> values_;
  std::vector<Quantity> steps_;
  int64_t start_ns_ = 0;
  double seconds_ = 0;
  uint64_t rows_ = 0;
};

}  // namespace collect
