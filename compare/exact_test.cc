// Exact tests, which need no assumption about the noise.
#include "compare/exact_test.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace collect {
namespace {

// Differences that differ only by rounding are equal.
constexpr double kRounding = 1e-9;

double LogChoose(int n, int k) {
  int sign = 0;
  return lgamma_r(n + 1, &sign) - lgamma_r(k + 1, &sign) - lgamma_r(n - k + 1, &sign);
}

// All values around their mean, the largest distance being 1, so that one tolerance serves all.
std::vector<double> Centered(absl::Span<const double> base, absl::Span<const double> other) {
  std::vector<double> values(base.begin(), base.end());
  values.insert(values.end(), other.begin(), other.end());
  double mean = 0;
  for (const double value : values) mean += value / static_cast<double>(values.size());
  double largest = 0;
  for (double& value : values) largest = std::max(largest, std::abs(value -= mean));
  for (double& value : values) value /= largest > 0 ? largest : 1;
  return values;
}

// Counts the ways to choose `left` more of the values from `next` on whose sum is extreme.
struct Divisions {
  const std::vector<double>& values;
  double observed;
  int64_t all = 0;
  int64_t extreme = 0;

  void Visit(size_t next, size_t left, double sum) {
    if (left == 0) {
      ++all;
      extreme += std::abs(sum) >= observed - kRounding;
      return;
    }
    for (size_t i = next; i + left <= values.size(); ++i) Visit(i + 1, left - 1, sum + values[i]);
  }
};

double SampledP(std::vector<double> values, size_t base_size, double observed) {
  std::mt19937_64 random(1);
  int extreme = 1;
  const int draws = static_cast<int>(kMostDivisions);
  for (int draw = 0; draw < draws; ++draw) {
    double sum = 0;
    for (size_t i = 0; i < base_size; ++i) {
      std::swap(values[i], values[i + random() % (values.size() - i)]);
      sum += values[i];
    }
    extreme += std::abs(sum) >= observed - kRounding;
  }
  return static_cast<double>(extreme) / (draws + 1);
}

}  // namespace

double PermutationP(absl::Span<const double> base, absl::Span<const double> other) {
  const std::vector<double> values = Centered(base, other);
  double observed = 0;
  for (size_t i = 0; i < base.size(); ++i) observed += values[i];
  observed = std::abs(observed);
  const int all = static_cast<int>(values.size());
  if (LogChoose(all, static_cast<int>(base.size())) > std::log(kMostDivisions)) {
    return SampledP(values, base.size(), observed);
  }
  Divisions divisions{values, observed};
  divisions.Visit(0, base.size(), 0);
  return static_cast<double>(divisions.extreme) / static_cast<double>(divisions.all);
}

double FisherP(int base_failed, int base_runs, int other_failed, int other_runs) {
  const int failed = base_failed + other_failed;
  const double all = LogChoose(base_runs + other_runs, failed);
  const auto probability = [&](int in_base) {
    return std::exp(LogChoose(base_runs, in_base) + LogChoose(other_runs, failed - in_base) - all);
  };
  const double observed = probability(base_failed);
  double sum = 0;
  for (int in_base = std::max(0, failed - other_runs); in_base <= std::min(base_runs, failed);
       ++in_base) {
    const double p = probability(in_base);
    if (p <= observed * (1 + 1e-7)) sum += p;
  }
  return std::min(sum, 1.0);
}

}  // namespace collect
