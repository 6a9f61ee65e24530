// From raw samples to one record per metric: pure functions, so that a mended formula mends old
// runs.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "archive/run_file.h"
#include "collect/v1/metric.pb.h"

namespace collect {

/// A part of a run, by the start times of samples, nanoseconds since the start of the run.
struct Window {
  int64_t from_ns = std::numeric_limits<int64_t>::min();
  int64_t to_ns = std::numeric_limits<int64_t>::max();
};

/// Makes the records of one probe while its samples go by, in memory that grows with the number of
/// metrics and not with that of samples. Steps of a counter are taken between neighbouring samples
/// that both have it; a step that goes back is a wrap when the counter is narrower than 64 bits and
/// the wrapped step is under a quarter of its range, else a reset, which is counted and left out.
/// Missing values stay missing.
class RecordBuilder {
 public:
  explicit RecordBuilder(std::string probe);
  ~RecordBuilder();
  RecordBuilder(RecordBuilder&&) noexcept;
  RecordBuilder& operator=(RecordBuilder&&) noexcept;

  /// Continues the probe's list of metrics. A derived metric that has come before takes this
  /// formula from now on, as when a CPU joins a sum.
  void AddMetrics(absl::Span<const v1::MetricDescriptor> metrics);

  /// Takes in one sample: the first values.size() columns. No allocation in the steady state.
  void AddSample(int64_t start_ns, absl::Span<const int64_t> values,
                 absl::Span<const uint8_t> present);

  /// One record for each metric so far that is not hidden, in the order of declaration.
  std::vector<v1::MetricRecord> Records() const;

 private:
  class State;
  std::unique_ptr<State> state_;
};

/// The records of one probe over a part of a run.
std::vector<v1::MetricRecord> ComputeRecords(const ProbeSamples& samples,
                                             const Window& window = {});

/// The records of all probes of a run, over the window that the run names; probes that are not read
/// at intervals have theirs over all of it. Of a whole run its path length too.
std::vector<v1::MetricRecord> ComputeRecords(const RunFile& run);

/// One point of a metric's series.
struct Point {
  int64_t time_ns = 0;  ///< since the start of the run
  double value = 0;
};

/// The series of one metric of a probe (index into samples.metrics): the rate (1/s) in each
/// interval for counters and rates, the derived value in each interval, or the value at each
/// sample. Points that cannot be known are left out.
std::vector<Point> ComputeSeries(const ProbeSamples& samples, size_t metric,
                                 const Window& window = {});

}  // namespace collect
