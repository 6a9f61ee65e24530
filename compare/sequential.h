// Looking at a trial again and again while it goes on, without more false verdicts for that.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "collect/v1/comparison.pb.h"

namespace collect {

/// The share of false verdicts that a whole trial may have.
inline constexpr double kErrorBudget = 0.05;

/// What one look at `runs` runs a side may spend of `budget`, when the last was at `before` (0:
/// there was none) and there will be at most `most`. What is spent grows evenly with the runs and
/// reaches the budget with the last ones. Each look is a test at its own level, so the sum bounds
/// the error of the whole however the looks depend on each other.
double LevelOfLook(double budget, uint32_t before, uint32_t runs, uint32_t most);

/// What is known of a KPI.
enum class Standing {
  kUndecided,
  kChanged,  ///< the interval excludes 0, and the change is at least the least one
  kSmaller,  ///< the interval lies within the least change
};

/// The standing of a difference with the half width `margin` of its interval, against the least
/// that matters, all on the same scale.
Standing StandingOf(double difference, double margin, double least);

/// The fewest runs a side, above `runs` and up to `most`, with which the standing of a KPI that
/// keeps its difference and the standard deviation of its runs would be decided at `level`; 0: even
/// `most` would not do.
uint32_t RunsThatDecide(double difference, double sd, double least, double level, uint32_t runs,
                        uint32_t most);

/// One KPI of one side against the base, at one look.
struct KpiLook {
  std::string name;
  std::string side;
  Standing standing = Standing::kUndecided;
  uint32_t runs = 0;    ///< of the side that has fewer
  bool judged = false;  ///< there were enough values for an interval
  double change = 0;    ///< in per cent of the base, or in the metric's unit when `absolute`
  double low = 0;       ///< its interval at the level of the look
  double high = 0;
  bool absolute = false;
  std::string unit;
  uint32_t runs_needed = 0;  ///< for an undecided one, as of RunsThatDecide
};

/// The changes of all KPIs of a comparison, each on the logarithmic scale with the variance of its
/// own runs (Student). The level is shared among them, so that it holds for all together. A change
/// of at least `least_change`, as a share of the base, matters.
std::vector<KpiLook> LookAtKpis(const v1::Comparison& comparison, double level, double least_change,
                                uint32_t most_runs);

/// "ab.requests_per_second -2.1 % [-3.0, -1.2]; 2 more pairs would decide 3 more KPIs", one line.
std::string LookText(absl::Span<const KpiLook> kpis);

}  // namespace collect
