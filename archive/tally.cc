// Sums, means, spread.
#include "archive/tally.h"

#include <algorithm>
#include <cmath>

namespace collect {

void Tally::Add(const TallyPoint& point) {
  if (count_ == 0) base_ = min_ = max_ = point.value;
  const double difference = point.value - base_;
  if (count_ > 0 && point.row == last_.row + 1 && point.time_ns > last_.time_ns) {
    const double step_ns = static_cast<double>(point.time_ns) - static_cast<double>(last_.time_ns);
    area_ += step_ns * (difference + (last_.value - base_)) / 2;
    length_ns_ += step_ns;
  }
  ++count_;
  sum_ += difference;
  min_ = std::min(min_, point.value);
  max_ = std::max(max_, point.value);
  squares_ += difference * difference;
  last_ = point;
}

double Tally::Mean() const {
  if (length_ns_ > 0) return base_ + area_ / length_ns_;
  return base_ + sum_ / static_cast<double>(count_);
}

v1::Spread Tally::Spread() const {
  v1::Spread spread;
  spread.set_min(min_);
  spread.set_max(max_);
  if (count_ > 1) {
    const double n = static_cast<double>(count_);
    const double variance = (squares_ - sum_ * sum_ / n) / (n - 1);
    spread.set_stddev(std::sqrt(std::max(0.0, variance)));
  }
  return spread;
}

}  // namespace collect
