// Running totals of one metric, in constant memory.
#pragma once

#include <cstdint>
#include <optional>

#include "collect/v1/metric.pb.h"

namespace collect {

/// A point of a series. Neighbours are points of samples that follow each other.
struct TallyPoint {
  double value = 0;
  int64_t time_ns = 0;
  uint64_t row = 0;  ///< number of the sample
};

/// What the points of one metric come to. Sums are kept as differences from the first value, so
/// that whole numbers up to 2^53 keep their last digits (S-114).
class Tally {
 public:
  void Add(const TallyPoint& point);

  /// Time-weighted mean: trapezoids between neighbours (S-040); the plain mean if there are none.
  double Mean() const;
  double Sum() const { return static_cast<double>(count_) * base_ + sum_; }
  double last() const { return last_.value; }
  double max() const { return max_; }
  double min() const { return min_; }
  uint64_t count() const { return count_; }

  /// Smallest, largest and standard deviation; not to be called without a point.
  v1::Spread Spread() const;

 private:
  uint64_t count_ = 0;
  double base_ = 0;  // the first value
  double sum_ = 0;   // of the differences from base_
  double min_ = 0;
  double max_ = 0;
  double area_ = 0;       // of the differences from base_, value * ns
  double length_ns_ = 0;  // of the trapezoids
  double squares_ = 0;    // of the differences from base_
  TallyPoint last_;
};

}  // namespace collect
