// The shares of the probes.
#include "collector/budget.h"

namespace collect {
namespace {

constexpr double kFirstCpu = 0.005;
constexpr double kFurtherCpu = 0.0002;
// A probe with less than this part of the budget gains nothing by being read less often.
constexpr double kWorthStretching = 0.05;
constexpr int64_t kLongestNs = 3'600'000'000'000;

double ShareOf(const ProbeLoad& load) {
  if (load.interval_ns <= 0) return 0;
  return static_cast<double>(load.cpu_ns) / static_cast<double>(load.interval_ns);
}

std::optional<size_t> Dearest(absl::Span<const ProbeLoad> loads, bool core, double least) {
  std::optional<size_t> dearest;
  for (size_t i = 0; i < loads.size(); ++i) {
    const ProbeLoad& load = loads[i];
    if (load.is_core != core || !load.may_stretch || load.interval_ns > kLongestNs / 2) continue;
    if (ShareOf(load) < least) continue;
    if (!dearest.has_value() || ShareOf(load) > ShareOf(loads[*dearest])) dearest = i;
  }
  return dearest;
}

}  // namespace

double DefaultBudget(size_t cpus) {
  return kFirstCpu + kFurtherCpu * static_cast<double>(cpus > 0 ? cpus - 1 : 0);
}

double UsedShare(absl::Span<const ProbeLoad> loads) {
  double used = 0;
  for (const ProbeLoad& load : loads) used += ShareOf(load);
  return used;
}

std::optional<size_t> NextToStretch(absl::Span<const ProbeLoad> loads, double budget) {
  if (UsedShare(loads) <= budget) return std::nullopt;
  const double least = kWorthStretching * budget;
  const std::optional<size_t> dear = Dearest(loads, /*core=*/false, least);
  return dear.has_value() ? dear : Dearest(loads, /*core=*/true, least);
}

}  // namespace collect
