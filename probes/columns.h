// The metrics of one probe and the values of the sample being taken.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "collect/v1/metric.pb.h"

namespace collect {

/// Where a probe declares its metrics and sets their values. A column is a metric that is read; a
/// metric with a formula is computed later and has no column. Columns are numbered from 0 in the
/// order of their declaration and live as long as the run.
class Columns {
 public:
  /// Declares a metric that is read, returns its column. `metric.name` is the full name.
  int Declare(v1::MetricDescriptor metric);

  /// Declares a metric that is computed from columns of this probe; `metric.formula` says how.
  /// Derived again under the same name, with more columns, it takes the place of the earlier one.
  void Derive(v1::MetricDescriptor metric);

  /// Sets the value of a column in the present sample. Unsigned values are kept modulo 2^64.
  void Set(int column, int64_t value) {
    values_[column] = value;
    present_[column] = 1;
  }
  /// Adds to what has been set in the present sample, modulo 2^64; sets it if nothing has.
  void Add(int column, int64_t value) {
    const uint64_t before = present_[column] != 0 ? static_cast<uint64_t>(values_[column]) : 0;
    Set(column, static_cast<int64_t>(before + static_cast<uint64_t>(value)));
  }
  /// The same as Set for a column declared `real`.
  void SetReal(int column, double value);

  /// Records something odd, once for each distinct sentence; `count` says how often it was seen.
  void Note(absl::string_view sentence);

  /// Starts a sample: every column is absent.
  void Clear();

  /// Every declared metric, those with a formula too, in order.
  absl::Span<const v1::MetricDescriptor> metrics() const { return metrics_; }
  /// The present sample: value and 1/0 for present, for each column.
  absl::Span<const int64_t> values() const { return values_; }
  absl::Span<const uint8_t> present() const { return present_; }

  struct NoteCount {
    std::string sentence;
    uint64_t count = 0;
  };
  absl::Span<const NoteCount> notes() const { return notes_; }

 private:
  std::vector<v1::MetricDescriptor> metrics_;
  std::vector<int64_t> values_;
  std::vector<uint8_t> present_;
  std::vector<NoteCount> notes_;
};

/// A descriptor with the fields that every metric needs.
v1::MetricDescriptor Metric(std::string name, absl::string_view unit, v1::Kind kind);

/// A formula that adds up columns, in a descriptor as of Metric().
v1::MetricDescriptor SumOf(std::string name, absl::string_view unit, v1::Kind kind,
                           absl::Span<const int> columns);

}  // namespace collect
