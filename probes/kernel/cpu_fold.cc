// Folding a number over the CPUs.
#include "probes/kernel/cpu_fold.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "absl/strings/str_cat.h"

namespace collect {
namespace {

v1::MetricDescriptor Real(std::string name, absl::string_view unit, v1::Kind kind) {
  v1::MetricDescriptor metric = Metric(std::move(name), unit, kind);
  metric.set_real(true);
  return metric;
}

}  // namespace

CpuFold::CpuFold(const std::string& name, absl::string_view unit, v1::Kind kind, Columns& columns)
    : counts_(kind == v1::COUNTER) {
  first_column_ = columns.Declare(Real(absl::StrCat(name, ".avg"), unit, kind));
  for (const char* fold : {".min", ".max", ".stddev"}) {
    columns.Declare(Real(absl::StrCat(name, fold), unit, counts_ ? v1::LAST : v1::GAUGE));
  }
}

double CpuFold::GrownBy(size_t cpu, double value) {
  if (cpu >= counters_.size()) counters_.resize(cpu + 1);
  Counter& counter = counters_[cpu];
  if (counter.known) {
    const double step = std::max(value - counter.last, 0.0);
    counter.grown += step;
    step_sum_ += step;
    ++steps_;
  }
  counter.known = true;
  counter.last = value;
  return counter.grown;
}

// The mean and the squares as B. P. Welford updates them, which loses no digits to large numbers.
void CpuFold::Add(size_t cpu, double value) {
  if (counts_) value = GrownBy(cpu, value);
  min_ = cpus_ == 0 ? value : std::min(min_, value);
  max_ = cpus_ == 0 ? value : std::max(max_, value);
  ++cpus_;
  const double distance = value - mean_;
  mean_ += distance / static_cast<double>(cpus_);
  squares_ += distance * (value - mean_);
}

void CpuFold::Finish(Columns& columns) {
  if (cpus_ == 0) return;
  if (steps_ > 0) growth_ += step_sum_ / static_cast<double>(steps_);
  columns.SetReal(first_column_, counts_ ? growth_ : mean_);
  columns.SetReal(first_column_ + 1, min_);
  columns.SetReal(first_column_ + 2, max_);
  columns.SetReal(first_column_ + 3, std::sqrt(squares_ / static_cast<double>(cpus_)));
  step_sum_ = mean_ = squares_ = 0;
  steps_ = cpus_ = 0;
}

}  // namespace collect
