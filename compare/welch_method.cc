// Judges each metric by itself, by Welch's t test.
#include "compare/welch_method.h"

#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "compare/change.h"
#include "compare/student_t.h"

namespace collect {
namespace {

constexpr double kLevel = 0.05;
// From so many judged metrics on, the expected number of false ones is worth a warning.
constexpr int kManyMetrics = 20;

void JudgeChange(const v1::Row& row, int other, v1::Change& change) {
  const v1::GroupValues& base = row.values(0);
  const v1::GroupValues& values = row.values(other);
  const double base_variance = base.stddev() * base.stddev() / base.values_size();
  const double other_variance = values.stddev() * values.stddev() / values.values_size();
  const double variance = base_variance + other_variance;
  const double difference = values.mean() - base.mean();
  // Two different constants: there is no spread from which a chance could be computed.
  if (variance == 0) {
    change.set_verdict(v1::Change::CHANGED);
    return;
  }
  // Satterthwaite's degrees of freedom.
  const double base_share = base_variance / variance;
  const double other_share = other_variance / variance;
  const double degrees = 1 / (base_share * base_share / (base.values_size() - 1) +
                              other_share * other_share / (values.values_size() - 1));
  const double error = std::sqrt(variance);
  change.set_p(StudentTwoSided(difference / error, degrees));
  change.set_verdict(change.p() < kLevel ? v1::Change::CHANGED : v1::Change::NO_CHANGE);
  if (!change.has_change()) return;
  const double margin = StudentQuantile(kLevel, degrees) * error;
  const double factor = ChangeFactor(row, change);
  if (!std::isfinite(margin * factor)) return;
  change.set_low((difference - margin) * factor);
  change.set_high((difference + margin) * factor);
}

void WarnOfFewRuns(v1::Comparison& comparison) {
  for (const v1::Group& group : comparison.groups()) {
    if (group.run_ids_size() >= 2) continue;
    comparison.add_warnings(absl::StrCat(
        "too few runs to judge: ", group.name(),
        " has 1; from 2 runs a side on a large change can be told from chance, 4 or more are "
        "better"));
  }
}

void WarnOfChance(int judged, v1::Comparison& comparison) {
  if (judged < kManyMetrics) return;
  comparison.add_warnings(absl::StrFormat(
      "each metric is judged at the 5 %% level by itself: of %d changes judged about %.0f are to "
      "be expected by chance alone",
      judged, judged * kLevel));
}

}  // namespace

void WelchMethod::Judge(v1::Comparison& comparison) const {
  int judged = 0;
  for (v1::Row& row : *comparison.mutable_rows()) {
    for (int other = 1; other < row.values_size(); ++other) {
      v1::Change& change = *row.add_changes();
      if (!BeginChange(row, other, change)) continue;
      JudgeChange(row, other, change);
      ++judged;
    }
  }
  WarnOfFewRuns(comparison);
  WarnOfChance(judged, comparison);
}

}  // namespace collect
