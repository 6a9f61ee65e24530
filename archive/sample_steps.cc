// Steps of counters: growth, wraps, resets.
#include "archive/sample_steps.h"

#include <cmath>
#include <cstring>

namespace collect {
namespace {

constexpr double kSecondsPerNs = 1e-9;

double RealOf(int64_t bits) {
  double value = 0;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

}  // namespace

void SampleSteps::AddColumn(const v1::MetricDescriptor& metric) {
  const uint32_t width = metric.width_bits();
  columns_.push_back({metric.kind(), width == 0 || width > 64 ? 64 : width, metric.real()});
  bits_.push_back(0);
  present_.push_back(0);
  resets_.push_back(0);
  values_.emplace_back();
  steps_.emplace_back();
}

// A counter narrower than 64 bits that goes back has wrapped if that makes a step under a quarter
// of its range (S-012); else it was reset, as by suspend (S-016), and the step is not known
// (S-049).
Quantity SampleSteps::GrowthOf(size_t column, int64_t before, int64_t now) {
  const uint32_t width = columns_[column].width_bits;
  if (columns_[column].real) {
    const double growth = RealOf(now) - RealOf(before);
    if (growth >= 0) return growth;
  } else {
    uint64_t growth = static_cast<uint64_t>(now) - static_cast<uint64_t>(before);
    if (static_cast<uint64_t>(now) >= static_cast<uint64_t>(before)) {
      return static_cast<double>(growth);
    }
    if (width < 64) {
      growth &= (uint64_t{1} << width) - 1;
      if (growth < (uint64_t{1} << width) / 4) return static_cast<double>(growth);
    }
  }
  resets_[column] = 1;
  return std::nullopt;
}

// A real that is no number is not known.
Quantity SampleSteps::ValueOf(size_t column, int64_t bits) const {
  if (columns_[column].real) {
    const double value = RealOf(bits);
    return std::isfinite(value) ? Quantity(value) : std::nullopt;
  }
  if (columns_[column].kind == v1::COUNTER) return static_cast<double>(static_cast<uint64_t>(bits));
  return static_cast<double>(bits);
}

Quantity SampleSteps::StepOf(size_t column, int64_t before, int64_t now) {
  switch (columns_[column].kind) {
    case v1::COUNTER:
      return GrowthOf(column, before, now);
    case v1::GAUGE:
      return *ValueOf(column, before) / 2 + *ValueOf(column, now) / 2;
    default:
      return values_[column];
  }
}

void SampleSteps::Advance(int64_t start_ns, absl::Span<const int64_t> values,
                          absl::Span<const uint8_t> present) {
  const double step_ns = static_cast<double>(start_ns) - static_cast<double>(start_ns_);
  seconds_ = rows_ == 0 ? 0 : step_ns * kSecondsPerNs;
  start_ns_ = start_ns;
  ++rows_;
  for (size_t column = 0; column < columns_.size(); ++column) {
    const bool before = present_[column] != 0;
    values_[column].reset();
    steps_[column].reset();
    resets_[column] = 0;
    if (column < values.size() && column < present.size() && present[column] != 0) {
      values_[column] = ValueOf(column, values[column]);
    }
    present_[column] = values_[column].has_value() ? 1 : 0;
    if (present_[column] == 0) continue;
    if (before) steps_[column] = StepOf(column, bits_[column], values[column]);
    bits_[column] = values[column];
  }
}

}  // namespace collect
