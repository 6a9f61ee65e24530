// What speaks for a change of each metric, before the number of metrics is looked at.
#include "compare/evidence.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "compare/exact_test.h"
#include "compare/student_t.h"

namespace collect {
namespace {

// A class with fewer metrics that have a spread borrows from all metrics.
constexpr int kLeastClass = 20;
// So many variances describe a class, or all metrics, as well as more do, at a cost that does not
// grow with them.
constexpr size_t kEnoughOfClass = 256;
constexpr size_t kEnoughOfAll = 1024;
constexpr double kLevel = 0.05;
// Without a prior a variance below this is taken for this.
constexpr double kFloor = 1e-8;
// So many divisions are always tried; more only where they can decide something.
constexpr size_t kFewRuns = 12;

int CountWithSpread(absl::Span<const LogSample* const> samples) {
  return static_cast<int>(
      std::count_if(samples.begin(), samples.end(),
                    [](const LogSample* sample) { return sample->variance > 0; }));
}

PooledVariance OwnVariance(const LogSample& sample) {
  return {std::max(sample.variance, kFloor), sample.degrees};
}

}  // namespace

Evidence::Evidence(absl::Span<const TestedMetric> metrics) {
  for (const TestedMetric& metric : metrics) {
    samples_.push_back(MakeLogSample(metric.base, metric.other));
    pooled_.push_back(metric.history == nullptr
                          ? std::nullopt
                          : PoolWithHistory(samples_.back(), *metric.history));
  }
  FitPriors(metrics);
  for (size_t i = 0; i < metrics.size(); ++i) {
    double p = samples_[i].difference == 0 ? 1 : VarianceP(i);
    const bool few = metrics[i].base.size() + metrics[i].other.size() <= kFewRuns;
    if (samples_[i].has_zero && (few || p < kLevel)) {
      p = std::max(p, PermutationP(metrics[i].base, metrics[i].other));
    }
    p_.push_back(p);
  }
}

void Evidence::FitPriors(absl::Span<const TestedMetric> metrics) {
  std::map<absl::string_view, std::vector<size_t>> classes;
  std::vector<const LogSample*> all;
  for (size_t i = 0; i < metrics.size(); ++i) {
    classes[metrics[i].metric_class].push_back(i);
    all.push_back(&samples_[i]);
  }
  prior_of_.resize(metrics.size(), nullptr);
  const ClassPrior* of_all = nullptr;
  for (const auto& [name, members] : classes) {
    std::vector<const LogSample*> samples;
    for (const size_t member : members) samples.push_back(&samples_[member]);
    const ClassPrior* prior = nullptr;
    if (CountWithSpread(samples) >= kLeastClass) {
      prior = &priors_.emplace_back(ClassPrior::Fit(samples, kEnoughOfClass));
    } else {
      if (of_all == nullptr && CountWithSpread(all) >= ClassPrior::kLeastMetrics) {
        of_all = &priors_.emplace_back(ClassPrior::Fit(all, kEnoughOfAll));
      }
      prior = of_all;
    }
    for (const size_t member : members) prior_of_[member] = prior;
  }
}

double Evidence::VarianceP(size_t metric) const {
  const LogSample& sample = samples_[metric];
  if (!pooled_[metric].has_value() && prior_of_[metric] != nullptr) {
    return prior_of_[metric]->TwoSided(sample, sample.difference);
  }
  const PooledVariance variance = pooled_[metric].value_or(OwnVariance(sample));
  const double error = std::sqrt(variance.variance) * sample.error_factor;
  return StudentTwoSided(sample.difference / error, variance.degrees);
}

double Evidence::Margin(size_t metric) const {
  const LogSample& sample = samples_[metric];
  if (!pooled_[metric].has_value() && prior_of_[metric] != nullptr) {
    return prior_of_[metric]->Margin(sample, kLevel);
  }
  const PooledVariance variance = pooled_[metric].value_or(OwnVariance(sample));
  return StudentQuantile(kLevel, variance.degrees) * std::sqrt(variance.variance) *
         sample.error_factor;
}

double Evidence::Variance(size_t metric) const {
  return pooled_[metric].value_or(OwnVariance(samples_[metric])).variance;
}

}  // namespace collect
