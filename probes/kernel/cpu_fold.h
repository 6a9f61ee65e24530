// One number of every CPU, folded to four.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "probes/columns.h"

namespace collect {

/// Metrics "NAME.{avg,min,max,stddev}" over the CPUs that show the number in a sample; stddev is
/// that of all CPUs, not an estimate from some (the sum is divided by n).
///
/// Of a counter it folds what each CPU has counted since the first sample: .avg is a counter too,
/// the others stand for the time since the first sample. A counter that went back was reset; that
/// step is left out, as is the step to a CPU's first value (S-018).
class CpuFold {
 public:
  /// Declares the metrics. `kind` is GAUGE or COUNTER.
  CpuFold(const std::string& name, absl::string_view unit, v1::Kind kind, Columns& columns);

  /// Takes in the number of one CPU in the present sample.
  void Add(size_t cpu, double value);

  /// Sets the columns, unless no CPU showed the number, and starts the next sample.
  void Finish(Columns& columns);

 private:
  struct Counter {
    bool known = false;
    double last = 0;
    double grown = 0;
  };

  double GrownBy(size_t cpu, double value);

  int first_column_ = -1;  // of avg; min, max and stddev follow
  const bool counts_;
  std::vector<Counter> counters_;  // by CPU
  double growth_ = 0;              // of the mean of all CPUs since the first sample
  // The present sample:
  double step_sum_ = 0;
  int64_t steps_ = 0;
  int64_t cpus_ = 0;
  double mean_ = 0;
  double squares_ = 0;  // of the distances from the mean
  double min_ = 0;
  double max_ = 0;
};

}  // namespace collect
