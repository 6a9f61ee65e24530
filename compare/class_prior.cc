// How variances are spread over a class of like metrics.
#include "compare/class_prior.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace collect {
namespace {

constexpr int kSteps = 60;
// The grid ends a little above the greatest variance seen.
constexpr double kHeadroom = 1.01;
constexpr int kMostNewtonSteps = 100;
constexpr double kEnough = 1e-10;

double Bounded(double variance) { return std::max(variance, ClassPrior::kLeastVariance); }

}  // namespace

ClassPrior::ClassPrior(double least, double greatest) {
  const double first = std::log(least);
  const double step = (std::log(greatest) - first) / (kGrid - 1);
  for (int k = 0; k < kGrid; ++k) {
    log_variances_[k] = first + k * step;
    variances_[k] = std::exp(log_variances_[k]);
  }
  weights_.fill(1.0 / kGrid);
}

// Of the variance seen, when `degrees` times it over the true one is distributed as chi squared; up
// to a factor that is 1 at the most likely true variance.
ClassPrior::Row ClassPrior::LogLikelihood(const LogSample& sample) const {
  const double variance = Bounded(sample.variance);
  const double log_variance = std::log(variance);
  const double half = sample.degrees / 2;
  Row row;
  for (int k = 0; k < kGrid; ++k) {
    row[k] = half * (log_variance - log_variances_[k] - (variance / variances_[k] - 1));
  }
  return row;
}

ClassPrior ClassPrior::Fit(absl::Span<const LogSample* const> samples) {
  std::vector<const LogSample*> spread;
  double least = HUGE_VAL;
  double greatest = 0;
  for (const LogSample* sample : samples) {
    if (sample->variance <= 0) continue;
    spread.push_back(sample);
    least = std::min(least, Bounded(sample->variance));
    greatest = std::max(greatest, Bounded(sample->variance));
  }
  ClassPrior prior(least, greatest * kHeadroom);
  std::vector<Row> likelihoods;
  for (const LogSample* sample : spread) {
    Row& row = likelihoods.emplace_back(prior.LogLikelihood(*sample));
    for (double& value : row) value = std::exp(value);
  }
  for (int step = 0; step < kSteps; ++step) {
    Row gained{};
    for (const Row& row : likelihoods) {
      double total = 0;
      for (int k = 0; k < kGrid; ++k) total += row[k] * prior.weights_[k];
      for (int k = 0; k < kGrid; ++k) gained[k] += row[k] / total;
    }
    const auto count = static_cast<double>(likelihoods.size());
    for (int k = 0; k < kGrid; ++k) prior.weights_[k] *= gained[k] / count;
  }
  return prior;
}

ClassPrior::Row ClassPrior::Posterior(const LogSample& sample) const {
  Row row = LogLikelihood(sample);
  const double best = *std::max_element(row.begin(), row.end());
  double total = 0;
  for (int k = 0; k < kGrid; ++k) {
    row[k] = std::exp(row[k] - best) * weights_[k];
    total += row[k];
  }
  for (double& weight : row) weight /= total;
  return row;
}

double ClassPrior::TwoSided(const LogSample& sample, double difference) const {
  const Row posterior = Posterior(sample);
  double p = 0;
  for (int k = 0; k < kGrid; ++k) {
    const double error = std::sqrt(variances_[k]) * sample.error_factor;
    p += posterior[k] * std::erfc(std::abs(difference) / error * M_SQRT1_2);
  }
  return std::min(p, 1.0);
}

// Newton's steps from 0: the probability is convex beyond it, so that they never overshoot.
double ClassPrior::Margin(const LogSample& sample, double p) const {
  const Row posterior = Posterior(sample);
  double margin = 0;
  for (int step = 0; step < kMostNewtonSteps; ++step) {
    double excess = -p;
    double slope = 0;
    for (int k = 0; k < kGrid; ++k) {
      const double error = std::sqrt(variances_[k]) * sample.error_factor;
      const double z = margin / error * M_SQRT1_2;
      excess += posterior[k] * std::erfc(z);
      slope += posterior[k] * std::exp(-z * z) * M_2_SQRTPI * M_SQRT1_2 / error;
    }
    const double next = margin + excess / slope;
    if (!(next > margin * (1 + kEnough))) break;
    margin = next;
  }
  return margin;
}

}  // namespace collect
