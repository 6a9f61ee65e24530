// Judges all metrics of a comparison together.
#include "compare/moderated_method.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/inlined_vector.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "compare/adjust.h"
#include "compare/change.h"
#include "compare/evidence.h"
#include "compare/exact_test.h"
#include "compare/least_effect.h"
#include "compare/lkp_values.h"
#include "compare/metric_family.h"
#include "compare/metric_name.h"

namespace collect {
namespace {

constexpr double kLevel = 0.05;
const double kLeastEffect = std::log(1 + kLeastChange);
const double kLeastKpiEffect = std::log(1 + kLeastKpiChange);
// Sum of the quantiles for a two-sided test at 5 % and a power of 80 %.
constexpr double kPowerQuantiles = 2.8;
constexpr double kMostMoreRuns = 1e6;
constexpr int kFewRuns = 3;

// One change to judge, and what is known of it.
struct Judged {
  const v1::Row* row;
  v1::Change* change;
  const v1::GroupValues* base;
  const v1::GroupValues* other;
  double p = 1;
};

double LeastEffect(const v1::Row& row) {
  return row.metric().kpi() ? kLeastKpiEffect : kLeastEffect;
}

// Steps of the printed value: whole events where all values are whole, hundredths of a share.
double StepOf(const Judged& judged) {
  const v1::MetricDescriptor& metric = judged.row->metric();
  if (IsShare(metric.name())) return 0.01;
  if (metric.unit() != "count" || metric.kpi()) return 0;
  for (const v1::GroupValues* values : {judged.base, judged.other}) {
    for (const double value : values->values()) {
      if (value != std::floor(value)) return 0;
    }
  }
  return 1;
}

double MedianOf(const v1::GroupValues& group) {
  std::vector<double> values(group.values().begin(), group.values().end());
  std::sort(values.begin(), values.end());
  const size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

bool IsLargeEnough(const Judged& judged, const LogSample& sample) {
  const double effect = MedianDifference(sample, judged.base->values(), judged.other->values());
  if (std::abs(effect) < LeastEffect(*judged.row)) return false;
  const double difference = std::abs(MedianOf(*judged.other) - MedianOf(*judged.base));
  return difference >= 2 * StepOf(judged);
}

// Benjamini and Hochberg over the given ones.
void AdjustWithin(absl::Span<Judged* const> family) {
  if (family.size() == 1) {
    family[0]->change->set_q(family[0]->p);
    return;
  }
  std::vector<double> p;
  for (const Judged* judged : family) p.push_back(judged->p);
  const std::vector<double> adjusted = AdjustFalseDiscoveries(p);
  for (size_t i = 0; i < family.size(); ++i) family[i]->change->set_q(adjusted[i]);
}

using Family = absl::InlinedVector<Judged*, 2>;

// In the order in which the first of each family comes.
std::vector<Family> FamiliesOf(std::vector<Judged>& judged) {
  std::vector<Family> families;
  absl::flat_hash_map<std::string, size_t> index;
  for (Judged& one : judged) {
    if (one.row->metric().kpi()) continue;
    const auto [known, added] =
        index.try_emplace(FamilyOf(one.row->metric().name()), families.size());
    if (added) families.emplace_back();
    families[known->second].push_back(&one);
  }
  return families;
}

double FamilyP(const Family& family) {
  if (family.size() == 1) return family[0]->p;
  std::vector<double> p;
  for (const Judged* member : family) p.push_back(member->p);
  return SimesP(std::move(p));
}

// Families by Simes at 5 %, then the rows of the R selected of F at 5 % R / F. The row's q is
// scaled so that 5 % is the limit for every row.
void AdjustByFamilies(std::vector<Judged>& judged) {
  const std::vector<Family> families = FamiliesOf(judged);
  std::vector<double> family_p;
  for (const Family& family : families) family_p.push_back(FamilyP(family));
  const std::vector<double> family_q = AdjustFalseDiscoveries(family_p);
  const auto selected = static_cast<double>(
      std::count_if(family_q.begin(), family_q.end(), [](double q) { return q <= kLevel; }));
  const auto all = static_cast<double>(families.size());
  for (size_t i = 0; i < families.size(); ++i) {
    AdjustWithin(families[i]);
    for (Judged* member : families[i]) {
      const double within = selected > 0 ? member->change->q() * all / selected : 1;
      member->change->set_q(std::min(1.0, std::max(family_q[i], within)));
    }
  }
}

class PairJudge {
 public:
  PairJudge(std::vector<Judged> judged, const Histories& histories)
      : judged_(std::move(judged)), evidence_(Tested(judged_, histories)) {}

  void Judge() {
    std::vector<Judged*> kpis;
    for (size_t i = 0; i < judged_.size(); ++i) {
      judged_[i].p =
          IsFailureStat(judged_[i].row->metric().name()) ? FailureP(judged_[i]) : evidence_.p(i);
      judged_[i].change->set_p(judged_[i].p);
      if (judged_[i].row->metric().kpi()) kpis.push_back(&judged_[i]);
    }
    AdjustWithin(kpis);
    AdjustByFamilies(judged_);
    for (size_t i = 0; i < judged_.size(); ++i) Decide(i);
  }

 private:
  static bool UsesHistory(const v1::Row& row, const OwnHistory& history) {
    return row.metric().kpi() || history.two_modes ||
           absl::StrContains(row.metric().name(), ".time.");
  }

  static std::vector<TestedMetric> Tested(const std::vector<Judged>& judged,
                                          const Histories& histories) {
    std::vector<TestedMetric> tested;
    for (const Judged& one : judged) {
      const std::string& name = one.row->metric().name();
      auto history = histories.find(name);
      const bool use = history != histories.end() && UsesHistory(*one.row, history->second);
      tested.push_back({one.base->values(), one.other->values(),
                        one.row->metric().kpi() ? "KPI" : ClassOf(name),
                        use ? &history->second : nullptr});
    }
    return tested;
  }

  // How many runs failed is all that such a metric says.
  static double FailureP(const Judged& judged) {
    const auto failed = [](const v1::GroupValues& group) {
      return static_cast<int>(std::count_if(group.values().begin(), group.values().end(),
                                            [](double value) { return value != 0; }));
    };
    return FisherP(failed(*judged.base), static_cast<int>(judged.base->runs()),
                   failed(*judged.other), static_cast<int>(judged.other->runs()));
  }

  void Decide(size_t i) {
    const Judged& judged = judged_[i];
    const LogSample& sample = evidence_.sample(i);
    const bool kpi = judged.row->metric().kpi();
    const bool changed = judged.change->q() <= kLevel && IsLargeEnough(judged, sample);
    if (changed || kpi) SetInterval(judged, sample, evidence_.Margin(i));
    if (changed) {
      judged.change->set_verdict(v1::Change::CHANGED);
    } else if (kpi) {
      DecideKpi(i);
    } else {
      judged.change->set_verdict(IsWeak(i) ? v1::Change::WEAK : v1::Change::NO_CHANGE);
    }
  }

  // Not changed: either no difference that matters, or not known.
  void DecideKpi(size_t i) {
    const LogSample& sample = evidence_.sample(i);
    v1::Change& change = *judged_[i].change;
    if (std::abs(sample.difference) + evidence_.Margin(i) < kLeastKpiEffect) {
      change.set_verdict(v1::Change::NO_CHANGE);
      return;
    }
    change.set_verdict(v1::Change::UNKNOWN);
    const double sd = std::sqrt(evidence_.Variance(i));
    const double needed = std::ceil(2 * std::pow(kPowerQuantiles * sd / kLeastKpiEffect, 2));
    const double have = std::min(judged_[i].base->values_size(), judged_[i].other->values_size());
    change.set_more_runs(static_cast<uint32_t>(std::clamp(needed - have, 1.0, kMostMoreRuns)));
  }

  bool IsWeak(size_t i) const {
    const Judged& judged = judged_[i];
    const LogSample& sample = evidence_.sample(i);
    if (judged.p >= kLevel || !IsLargeEnough(judged, sample)) return false;
    const int runs = std::min(judged.base->values_size(), judged.other->values_size());
    return runs <= kFewRuns || std::abs(sample.difference) - evidence_.Margin(i) > kLeastEffect;
  }

  static void SetInterval(const Judged& judged, const LogSample& sample, double margin) {
    if (!judged.change->has_change()) return;
    const double mean = judged.base->mean();
    const double unit = !judged.change->absolute() ? 100
                        : sample.both_signs        ? sample.scale
                                                   : std::abs(mean);
    const double low = RelativeChange(sample, sample.difference - margin, mean) * unit;
    const double high = RelativeChange(sample, sample.difference + margin, mean) * unit;
    if (!std::isfinite(low) || !std::isfinite(high)) return;
    judged.change->set_low(low);
    judged.change->set_high(high);
  }

  std::vector<Judged> judged_;
  Evidence evidence_;
};

void WarnOfFewRuns(v1::Comparison& comparison) {
  for (const v1::Group& group : comparison.groups()) {
    const int runs = group.run_ids_size();
    if (runs < 2) {
      comparison.add_warnings(absl::StrCat(
          "too few runs to judge: ", group.name(),
          " has 1; from 2 runs a side on a large change can be told from chance, 4 or more are "
          "better"));
    } else if (runs <= kFewRuns) {
      comparison.add_warnings(absl::StrCat(group.name(), " has only ", runs,
                                           " runs: the noise is badly known, and more changes than "
                                           "promised can be false; make 4 or more"));
    }
  }
}

}  // namespace

void ModeratedMethod::Judge(v1::Comparison& comparison) const {
  for (int other = 1; other < comparison.groups_size(); ++other) {
    std::vector<Judged> judged;
    for (v1::Row& row : *comparison.mutable_rows()) {
      v1::Change& change = *row.add_changes();
      if (BeginChange(row, other, change)) {
        judged.push_back({&row, &change, &row.values(0), &row.values(other)});
      }
    }
    PairJudge(std::move(judged), histories_).Judge();
  }
  WarnOfFewRuns(comparison);
}

}  // namespace collect
