// Sums that lose nothing to the order of their addends.
#pragma once

#include <cmath>

namespace collect {

/// Adds up doubles with Neumaier's compensation, so that equal runs in another order give the same
/// sum to the last digit or very near it. The robot's sums are of the same kind, and its tables
/// sort by differences in the last digit.
class CompensatedSum {
 public:
  void Add(double value) {
    const double sum = sum_ + value;
    const bool kept_sum = std::abs(sum_) >= std::abs(value);
    lost_ += kept_sum ? (sum_ - sum) + value : (value - sum) + sum_;
    sum_ = sum;
  }
  double total() const { return sum_ + lost_; }

 private:
  double sum_ = 0;
  double lost_ = 0;
};

}  // namespace collect
