// Values that gather around two levels.
#include "compare/modes.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace collect {
namespace {

constexpr size_t kLeastValues = 8;
constexpr double kLeastShare = 0.2;
constexpr double kLeastGap = 4;

double MeanOf(absl::Span<const double> values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

double SquaresAround(absl::Span<const double> values, double mean) {
  double sum = 0;
  for (const double value : values) sum += (value - mean) * (value - mean);
  return sum;
}

}  // namespace

std::optional<Modes> FindModes(absl::Span<const double> values) {
  if (values.size() < kLeastValues) return std::nullopt;
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  size_t above = 1;
  for (size_t i = 2; i < sorted.size(); ++i) {
    if (sorted[i] - sorted[i - 1] > sorted[above] - sorted[above - 1]) above = i;
  }
  const absl::Span<const double> all = sorted;
  Modes modes;
  modes.lower = MeanOf(all.first(above));
  modes.upper = MeanOf(all.subspan(above));
  modes.upper_share =
      static_cast<double>(sorted.size() - above) / static_cast<double>(sorted.size());
  if (modes.upper_share < kLeastShare || modes.upper_share > 1 - kLeastShare) return std::nullopt;
  const double squares =
      SquaresAround(all.first(above), modes.lower) + SquaresAround(all.subspan(above), modes.upper);
  const double sd = std::sqrt(squares / static_cast<double>(sorted.size() - 2));
  if (!(sorted[above] - sorted[above - 1] > kLeastGap * sd)) return std::nullopt;
  return modes;
}

}  // namespace collect
