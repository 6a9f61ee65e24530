// The verdict on the metrics by which a benchmark is judged, in words.
#include "compare/kpi_text.h"

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "compare/metric_name.h"
#include "compare/number_text.h"

namespace collect {
namespace {

std::string ChangeInWords(const v1::Row& row, int other) {
  const v1::Change& change = row.changes(other - 1);
  const v1::GroupValues& base = row.values(0);
  const v1::GroupValues& values = row.values(other);
  if (!change.has_change()) {
    const auto mean = [](const v1::GroupValues& group) {
      return group.has_mean() ? MeanText(group.mean()) : std::string("missing");
    };
    return absl::StrCat(mean(base), " -> ", mean(values));
  }
  const std::string unit = change.absolute() ? absl::StrCat(" ", row.metric().unit()) : " %";
  std::string text = absl::StrFormat("%+.1f%s", change.change(), change.absolute() ? "" : unit);
  if (change.has_low() && change.has_high()) {
    absl::StrAppend(&text, absl::StrFormat(" [%+.1f, %+.1f]", change.low(), change.high()));
  }
  return text;
}

std::string Line(const v1::Comparison& comparison, const v1::Row& row, int other, size_t width) {
  const v1::Change& change = row.changes(other - 1);
  const bool rises = row.values(other).mean() > row.values(0).mean();
  const std::string group =
      comparison.groups_size() > 2 ? absl::StrCat("  ", comparison.groups(other).name()) : "";
  return absl::StrFormat("  %-*s  %s  %s%s\n", static_cast<int>(width),
                         Printable(row.metric().name()), ChangeInWords(row, other),
                         VerdictWord(row.metric(), change, rises), group);
}

}  // namespace

absl::string_view VerdictWord(const v1::MetricDescriptor& metric, const v1::Change& change,
                              bool rises) {
  switch (change.verdict()) {
    case v1::Change::NO_CHANGE:
      return "no difference seen";
    case v1::Change::UNKNOWN:
      return change.more_runs() > 0 ? "unknown" : "too few runs to judge";
    case v1::Change::WEAK:
      return "weak";
    case v1::Change::APPEARED:
      return "appeared";
    case v1::Change::VANISHED:
      return "vanished";
    case v1::Change::CHANGED:
      break;
    default:
      return "not judged";
  }
  if (metric.direction() == v1::DIRECTION_UNSPECIFIED) return rises ? "higher" : "lower";
  return rises == (metric.direction() == v1::HIGHER_IS_BETTER) ? "better" : "worse";
}

std::string KpiText(const v1::Comparison& comparison) {
  std::vector<const v1::Row*> kpis;
  size_t width = 0;
  for (const v1::Row& row : comparison.rows()) {
    if (!row.metric().kpi()) continue;
    kpis.push_back(&row);
    width = std::max(width, Printable(row.metric().name()).size());
  }
  std::sort(kpis.begin(), kpis.end(), [](const v1::Row* a, const v1::Row* b) {
    return a->metric().name() < b->metric().name();
  });
  std::string text;
  for (const v1::Row* row : kpis) {
    for (int other = 1; other < row->values_size(); ++other) {
      absl::StrAppend(&text, Line(comparison, *row, other, width));
    }
  }
  return text.empty() ? "" : absl::StrCat("KPIs, change and its 95 % interval:\n", text, "\n");
}

}  // namespace collect
