// Two sets of run values of one metric on the scale on which they are compared.
#pragma once

#include "absl/types/span.h"

namespace collect {

/// What a test needs to know of one metric. Values are taken as y = ln(|x| + offset), the offset
/// being 1 % of their mean size so that zeros stay finite; metrics of both signs as y = x / scale.
struct LogSample {
  double difference = 0;  ///< mean y of the other side minus that of the base
  double variance = 0;    ///< pooled within-side variance of y
  double degrees = 0;     ///< its degrees of freedom
  double error_factor =
      0;              ///< sqrt(1/n + 1/m): the standard error of `difference` is this times sd
  double scale = 0;   ///< mean size of the values
  double offset = 0;  ///< what was added before the logarithm; 0 for both signs
  bool both_signs = false;
  bool negative = false;  ///< no value is above 0; `difference` falls where sizes rise
  bool has_zero = false;  ///< one of the values is 0
};

/// Needs at least two values on each side, and one that is not 0.
LogSample MakeLogSample(absl::Span<const double> base, absl::Span<const double> other);

/// Median of all pairwise differences of y (Hodges and Lehmann) of the values that `sample` is of.
double MedianDifference(const LogSample& sample, absl::Span<const double> base,
                        absl::Span<const double> other);

/// The change of the values that a difference of y stands for, as a share of `base_mean`, or of the
/// scale for both signs.
double RelativeChange(const LogSample& sample, double difference, double base_mean);

}  // namespace collect
