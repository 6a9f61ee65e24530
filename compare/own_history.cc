// A metric's own past as the measure of its noise.
#include "compare/own_history.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "compare/modes.h"
#include "compare/student_t.h"

namespace collect {
namespace {

// Below this many degrees of freedom the past says too little; above the other it counts no more.
constexpr double kLeastDegrees = 4;
constexpr double kMostDegrees = 12;
// A variance ratio rarer than this means that the sample is noisier than its past.
constexpr double kNoisier = 0.005;
constexpr double kOffset = 0.01;

// P(F > ratio) for Fisher's F with these degrees of freedom.
double ExceedsF(double ratio, double above, double below) {
  return IncompleteBeta(below / 2, above / 2, below / (below + above * ratio));
}

double MeanSize(absl::Span<const absl::Span<const double>> commits) {
  double sum = 0;
  double count = 0;
  for (const auto& commit : commits) {
    for (const double value : commit) sum += std::abs(value);
    count += static_cast<double>(commit.size());
  }
  return count > 0 ? sum / count : 0;
}

}  // namespace

std::optional<OwnHistory> MakeOwnHistory(absl::Span<const absl::Span<const double>> commits) {
  const double offset = kOffset * MeanSize(commits);
  if (offset == 0) return std::nullopt;
  OwnHistory history;
  double squares = 0;
  std::vector<double> all;
  for (const auto& commit : commits) {
    const size_t first = all.size();
    double sum = 0;
    for (const double value : commit) {
      all.push_back(std::log(std::abs(value) + offset));
      sum += all.back();
    }
    if (commit.empty()) continue;
    const double mean = sum / static_cast<double>(commit.size());
    for (size_t i = first; i < all.size(); ++i) squares += (all[i] - mean) * (all[i] - mean);
    history.degrees += static_cast<double>(commit.size() - 1);
  }
  if (history.degrees < kLeastDegrees) return std::nullopt;
  history.variance = squares / history.degrees;
  history.two_modes = FindModes(all).has_value();
  return history;
}

std::optional<PooledVariance> PoolWithHistory(const LogSample& sample, const OwnHistory& history) {
  const double degrees = std::min(history.degrees, kMostDegrees);
  if (degrees < kLeastDegrees || !(history.variance > 0)) return std::nullopt;
  const double ratio = sample.variance / history.variance;
  if (ExceedsF(ratio, sample.degrees, degrees) <= kNoisier) return std::nullopt;
  PooledVariance pooled;
  pooled.degrees = degrees + sample.degrees;
  pooled.variance =
      (degrees * history.variance + sample.degrees * sample.variance) / pooled.degrees;
  return pooled;
}

}  // namespace collect
