// Alpha spending over the looks of a trial, and the verdicts of one look.
#include "compare/sequential.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "compare/log_sample.h"
#include "compare/student_t.h"

namespace collect {
namespace {

int KpisOf(const v1::Comparison& comparison) {
  return static_cast<int>(std::count_if(comparison.rows().begin(), comparison.rows().end(),
                                        [](const v1::Row& row) { return row.metric().kpi(); }));
}

KpiLook Look(const v1::Comparison& comparison, const v1::Row& row, int other, double level,
             double least_change, uint32_t most_runs) {
  KpiLook look;
  look.name = row.metric().name();
  look.side = comparison.groups(other).name();
  const v1::GroupValues& base = row.values(0);
  const v1::GroupValues& values = row.values(other);
  look.runs = static_cast<uint32_t>(std::min(base.values_size(), values.values_size()));
  if (look.runs < 2 || !row.note().empty() || base.mean() == 0) return look;
  const LogSample sample = MakeLogSample(base.values(), values.values());
  const double sd = std::sqrt(sample.variance);
  const double margin = StudentQuantile(level, sample.degrees) * sd * sample.error_factor;
  const double least = std::log1p(least_change);
  look.judged = true;
  look.standing = StandingOf(sample.difference, margin, least);
  const double unit = sample.both_signs ? sample.scale : 100;
  look.absolute = sample.both_signs;
  look.unit = row.metric().unit();
  const double mean = base.mean();
  look.change = RelativeChange(sample, sample.difference, mean) * unit;
  look.low = RelativeChange(sample, sample.difference - margin, mean) * unit;
  look.high = RelativeChange(sample, sample.difference + margin, mean) * unit;
  if (look.standing == Standing::kUndecided) {
    look.runs_needed = RunsThatDecide(sample.difference, sd, least, level, look.runs, most_runs);
  }
  return look;
}

std::string StandingText(const KpiLook& look) {
  if (!look.judged) return absl::StrCat(look.name, ": too few values");
  return absl::StrFormat("%s %+.1f %s [%+.1f, %+.1f]", look.name, look.change,
                         look.absolute ? look.unit : "%", look.low, look.high);
}

}  // namespace

double LevelOfLook(double budget, uint32_t before, uint32_t runs, uint32_t most) {
  return budget * (std::min(runs, most) - before) / most;
}

Standing StandingOf(double difference, double margin, double least) {
  const double size = std::abs(difference);
  if (size + margin < least) return Standing::kSmaller;
  return size >= least && size > margin ? Standing::kChanged : Standing::kUndecided;
}

uint32_t RunsThatDecide(double difference, double sd, double least, double level, uint32_t runs,
                        uint32_t most) {
  for (uint32_t n = std::max(runs + 1, 2U); n <= most; ++n) {
    const double margin = StudentQuantile(level, 2.0 * n - 2) * sd * std::sqrt(2.0 / n);
    if (StandingOf(difference, margin, least) != Standing::kUndecided) return n;
  }
  return 0;
}

std::vector<KpiLook> LookAtKpis(const v1::Comparison& comparison, double level, double least_change,
                                uint32_t most_runs) {
  const int tests = KpisOf(comparison) * (comparison.groups_size() - 1);
  std::vector<KpiLook> looks;
  for (const v1::Row& row : comparison.rows()) {
    if (!row.metric().kpi()) continue;
    for (int other = 1; other < comparison.groups_size(); ++other) {
      looks.push_back(Look(comparison, row, other, level / tests, least_change, most_runs));
    }
  }
  return looks;
}

std::string LookText(absl::Span<const KpiLook> kpis) {
  std::vector<std::string> standings;
  uint32_t next = 0;  // the fewest runs that decide any
  uint32_t have = 0;
  for (const KpiLook& look : kpis) {
    standings.push_back(StandingText(look));
    have = std::max(have, look.runs);
    if (look.runs_needed > 0)
      next = next == 0 ? look.runs_needed : std::min(next, look.runs_needed);
  }
  std::string text = absl::StrJoin(standings, ", ");
  if (next == 0) return text;
  const auto decided = std::count_if(kpis.begin(), kpis.end(), [&](const KpiLook& look) {
    return look.runs_needed > 0 && look.runs_needed <= next;
  });
  const uint32_t more = next > have ? next - have : 1;
  absl::StrAppend(&text, "; ", more, more == 1 ? " more pair would" : " more pairs would",
                  " decide ", decided, decided == 1 ? " more KPI" : " more KPIs");
  return text;
}

}  // namespace collect
