// Two sets of run values of one metric on the scale on which they are compared.
#include "compare/log_sample.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "absl/container/inlined_vector.h"

namespace collect {
namespace {

using Numbers = absl::InlinedVector<double, 16>;

// The offset as a share of the mean size.
constexpr double kOffset = 0.01;

// From the first value on, so that the mean of equal values is exact and their spread 0.
double MeanOf(const Numbers& values) {
  double distance = 0;
  for (const double value : values) distance += value - values.front();
  return values.front() + distance / static_cast<double>(values.size());
}

double SquaresAround(const Numbers& values, double mean) {
  double sum = 0;
  for (const double value : values) sum += (value - mean) * (value - mean);
  return sum;
}

Numbers Transformed(absl::Span<const double> values, const LogSample& sample) {
  Numbers transformed;
  for (const double value : values) {
    transformed.push_back(sample.both_signs ? value / sample.scale
                                            : std::log(std::abs(value) + sample.offset));
  }
  return transformed;
}

}  // namespace

LogSample MakeLogSample(absl::Span<const double> base, absl::Span<const double> other) {
  LogSample sample;
  bool below_zero = false;
  bool above_zero = false;
  double sizes = 0;
  for (const absl::Span<const double> side : {base, other}) {
    for (const double value : side) {
      sizes += std::abs(value);
      below_zero |= value < 0;
      above_zero |= value > 0;
      sample.has_zero |= value == 0;
    }
  }
  const auto n = static_cast<double>(base.size());
  const auto m = static_cast<double>(other.size());
  sample.scale = sizes / (n + m);
  sample.both_signs = below_zero && above_zero;
  sample.negative = below_zero && !above_zero;
  sample.offset = sample.both_signs ? 0 : kOffset * sample.scale;
  const Numbers x = Transformed(base, sample);
  const Numbers y = Transformed(other, sample);
  const double x_mean = MeanOf(x);
  const double y_mean = MeanOf(y);
  const double sign = sample.negative ? -1 : 1;
  sample.difference = sign * (y_mean - x_mean);
  sample.degrees = n + m - 2;
  sample.variance = (SquaresAround(x, x_mean) + SquaresAround(y, y_mean)) / sample.degrees;
  sample.error_factor = std::sqrt(1 / n + 1 / m);
  return sample;
}

double MedianDifference(const LogSample& sample, absl::Span<const double> base,
                        absl::Span<const double> other) {
  const Numbers x = Transformed(base, sample);
  absl::InlinedVector<double, 64> differences;
  for (const double y : Transformed(other, sample)) {
    for (const double each : x) differences.push_back(y - each);
  }
  const auto middle = differences.begin() + static_cast<ptrdiff_t>(differences.size() / 2);
  std::nth_element(differences.begin(), middle, differences.end());
  const double sign = sample.negative ? -1 : 1;
  if (differences.size() % 2 == 1) return sign * *middle;
  return sign * (*middle + *std::max_element(differences.begin(), middle)) / 2;
}

double RelativeChange(const LogSample& sample, double difference, double base_mean) {
  if (sample.both_signs) return difference;
  const double grown = sample.negative ? -std::expm1(-difference) : std::expm1(difference);
  return grown * (1 + sample.offset / std::abs(base_mean));
}

}  // namespace collect
