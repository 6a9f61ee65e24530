// How variances are spread over a class of like metrics.
#include "compare/class_prior.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <vector>

namespace collect {
namespace {

constexpr int kSteps = 60;
// The grid ends a little above the greatest variance seen.
constexpr double kHeadroom = 1.01;
constexpr int kMostNewtonSteps = 100;
constexpr double kEnough = 1e-10;

// What is so much smaller than a sum does not show in it.
constexpr double kNegligible = 1e-12;

// In four sums side by side, which the processor adds at once.
template <typename Row>
double Dot(const Row& a, const Row& b) {
  static_assert(std::tuple_size<Row>::value % 4 == 0);
  double sums[4] = {};
  for (size_t k = 0; k < a.size(); k += 4) {
    for (size_t j = 0; j < 4; ++j) sums[j] += a[k + j] * b[k + j];
  }
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

// The samples with a spread by their variance; of many, some at even steps from first to last.
std::vector<const LogSample*> WithSpread(absl::Span<const LogSample* const> samples, size_t most) {
  std::vector<const LogSample*> sorted;
  for (const LogSample* sample : samples) {
    if (sample->variance > 0) sorted.push_back(sample);
  }
  std::sort(sorted.begin(), sorted.end(), [](const LogSample* a, const LogSample* b) {
    return std::tie(a->variance, a->degrees) < std::tie(b->variance, b->degrees);
  });
  if (sorted.size() <= most) return sorted;
  std::vector<const LogSample*> some;
  for (size_t i = 0; i < most; ++i) {
    some.push_back(sorted[i * (sorted.size() - 1) / (most - 1)]);
  }
  return some;
}

double Bounded(double variance) { return std::max(variance, ClassPrior::kLeastVariance); }

}  // namespace

ClassPrior::ClassPrior(double least, double greatest) {
  const double first = std::log(least);
  const double step = (std::log(greatest) - first) / (kGrid - 1);
  for (int k = 0; k < kGrid; ++k) {
    log_variances_[k] = first + k * step;
    variances_[k] = std::exp(log_variances_[k]);
    inverse_sds_[k] = std::exp(-log_variances_[k] / 2);
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

ClassPrior ClassPrior::Fit(absl::Span<const LogSample* const> samples, size_t most) {
  const std::vector<const LogSample*> spread = WithSpread(samples, most);
  ClassPrior prior(Bounded(spread.front()->variance), Bounded(spread.back()->variance) * kHeadroom);
  std::vector<Row> likelihoods;
  for (const LogSample* sample : spread) {
    Row& row = likelihoods.emplace_back(prior.LogLikelihood(*sample));
    for (double& value : row) value = std::exp(value);
  }
  for (int step = 0; step < kSteps; ++step) {
    Row gained{};
    for (const Row& row : likelihoods) {
      const double share = 1 / Dot(row, prior.weights_);
      for (int k = 0; k < kGrid; ++k) gained[k] += row[k] * share;
    }
    const auto count = static_cast<double>(likelihoods.size());
    for (int k = 0; k < kGrid; ++k) prior.weights_[k] *= gained[k] / count;
  }
  for (int k = 0; k < kGrid; ++k) prior.log_weights_[k] = std::log(prior.weights_[k]);
  return prior;
}

ClassPrior::Row ClassPrior::Posterior(const LogSample& sample) const {
  Row row = LogLikelihood(sample);
  for (int k = 0; k < kGrid; ++k) row[k] += log_weights_[k];
  const double best = *std::max_element(row.begin(), row.end());
  double total = 0;
  for (double& weight : row) {
    weight = weight - best > kLeastLogWeight ? std::exp(weight - best) : 0;
    total += weight;
  }
  for (double& weight : row) weight /= total;
  return row;
}

double ClassPrior::TwoSided(const LogSample& sample, double difference) const {
  const Row posterior = Posterior(sample);
  const double distance = std::abs(difference) / sample.error_factor * M_SQRT1_2;
  const auto term = [&](size_t k) { return posterior[k] * std::erfc(distance * inverse_sds_[k]); };
  const size_t likeliest = std::max_element(posterior.begin(), posterior.end()) - posterior.begin();
  double p = term(likeliest);
  for (size_t k = 0; k < kGrid; ++k) {
    if (k != likeliest && posterior[k] > kNegligible * p) p += term(k);
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
      if (posterior[k] < kNegligible) continue;
      const double scale = inverse_sds_[k] / sample.error_factor * M_SQRT1_2;
      const double z = margin * scale;
      excess += posterior[k] * std::erfc(z);
      slope += posterior[k] * std::exp(-z * z) * M_2_SQRTPI * scale;
    }
    const double next = margin + excess / slope;
    if (!(next > margin * (1 + kEnough))) break;
    margin = next;
  }
  return margin;
}

}  // namespace collect
