// How variances are spread over a class of like metrics, learnt from the metrics themselves.
#pragma once

#include <array>

#include "absl/types/span.h"
#include "compare/log_sample.h"

namespace collect {

/// A distribution over variances of free form: weights on a logarithmic grid, fitted to the
/// variances seen in a class by expectation maximization (the method of "nonparametric maximum
/// likelihood"; the p is the partially empirical Bayes one of Ignatiadis and Sen). A variance of
/// few degrees of freedom borrows from its class as far as the class is alike.
class ClassPrior {
 public:
  /// Variances below this are taken for this.
  static constexpr double kLeastVariance = 1e-10;
  /// A fit to fewer metrics with a spread than this is no fit.
  static constexpr int kLeastMetrics = 5;

  /// Fits to those samples whose variance is above 0, of which there must be at least
  /// kLeastMetrics; of more than `most` to so many, evenly spaced in the order of variances.
  static ClassPrior Fit(absl::Span<const LogSample* const> samples, size_t most);

  /// What has less than e^-40 of the greatest weight after a sample is left out of its sums, so
  /// that each probability is less than kLeastP too small.
  static constexpr double kLeastLogWeight = -40;
  static constexpr double kLeastP = 1e-15;

  /// The probability of a difference of y at least as far from 0 as `difference`, given the
  /// variance of the sample.
  double TwoSided(const LogSample& sample, double difference) const;

  /// The distance of y with TwoSided() == p.
  double Margin(const LogSample& sample, double p) const;

 private:
  static constexpr int kGrid = 60;
  using Row = std::array<double, kGrid>;

  explicit ClassPrior(double least, double greatest);
  Row LogLikelihood(const LogSample& sample) const;
  Row Posterior(const LogSample& sample) const;

  Row variances_;
  Row log_variances_;
  Row inverse_sds_;
  Row weights_;
  Row log_weights_;
};

}  // namespace collect
