// What speaks for a change of each metric, before the number of metrics is looked at.
#pragma once

#include <deque>
#include <optional>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "compare/class_prior.h"
#include "compare/log_sample.h"
#include "compare/own_history.h"

namespace collect {

/// One metric with at least two values on each side, not all of them equal.
struct TestedMetric {
  absl::Span<const double> base;
  absl::Span<const double> other;
  absl::string_view metric_class;       ///< metrics of one class have similar spreads
  const OwnHistory* history = nullptr;  ///< if its own past is to be used
};

/// Tests metrics together. The variance of each comes from its runs, from the spread of variances
/// in its class, or from its own past where that agrees; a metric that shows a 0 also has to pass
/// an exact test. Nothing depends on the order of the metrics: sums over them go by variance.
class Evidence {
 public:
  explicit Evidence(absl::Span<const TestedMetric> metrics);

  const LogSample& sample(size_t metric) const { return samples_[metric]; }

  /// The probability of a difference this large by chance alone.
  double p(size_t metric) const { return p_[metric]; }

  /// Half the width of the 95 % interval of the sample's `difference`.
  double Margin(size_t metric) const;

  /// The variance of one run of the metric, as well as it is known.
  double Variance(size_t metric) const;

 private:
  void FitPriors(absl::Span<const TestedMetric> metrics);
  double VarianceP(size_t metric) const;

  std::vector<LogSample> samples_;
  std::vector<std::optional<PooledVariance>> pooled_;
  std::vector<const ClassPrior*> prior_of_;  // null: too few metrics for any prior
  std::deque<ClassPrior> priors_;
  std::vector<double> p_;
};

}  // namespace collect
