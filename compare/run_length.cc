// Changes that go with the length of the runs.
#include "compare/run_length.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "compare/row_order.h"
#include "compare/rows.h"
#include "compare/welch_method.h"

namespace collect {
namespace {

constexpr absl::string_view kElapsed = ".time.elapsed_time";

bool HasChanged(const v1::Row& row) {
  return std::any_of(row.changes().begin(), row.changes().end(), [](const v1::Change& change) {
    return change.verdict() == v1::Change::CHANGED;
  });
}

// What GNU time prints of a command are amounts, though they are read but once.
bool IsAmount(const v1::MetricDescriptor& metric) {
  return metric.kind() == v1::COUNTER || metric.kind() == v1::SUM ||
         (metric.kind() == v1::LAST && absl::StrContains(metric.name(), ".time.") &&
          (metric.unit() == "s" || metric.unit() == "count"));
}

bool IsWhole(const v1::Row& row) {
  return std::all_of(row.values().begin(), row.values().end(), [](const v1::GroupValues& group) {
    return group.values_size() > 0 && group.values_size() == static_cast<int>(group.runs());
  });
}

v1::Row PerSecond(const v1::Row& row, const v1::Row& elapsed) {
  v1::Row rates;
  *rates.mutable_metric() = row.metric();
  for (int i = 0; i < row.values_size(); ++i) {
    v1::GroupValues& group = *rates.add_values();
    group.set_runs(row.values(i).runs());
    for (int run = 0; run < row.values(i).values_size(); ++run) {
      group.add_values(row.values(i).values(run) / elapsed.values(i).values(run));
    }
    Summarize(group);
  }
  return rates;
}

}  // namespace

RunLength::RunLength(const v1::Comparison& comparison) {
  const auto testcases = TestcasesOf(comparison);
  for (const v1::Row& row : comparison.rows()) {
    absl::string_view name = row.metric().name();
    if (!absl::ConsumeSuffix(&name, kElapsed) || !testcases.contains(name)) continue;
    const bool positive =
        std::all_of(row.values().begin(), row.values().end(), [](const v1::GroupValues& group) {
          return std::all_of(group.values().begin(), group.values().end(),
                             [](double seconds) { return seconds > 0; });
        });
    if (HasChanged(row) && IsWhole(row) && positive) elapsed_ = &row;
  }
}

bool RunLength::Explains(const v1::Row& row) const {
  if (elapsed_ == nullptr || &row == elapsed_ || row.metric().kpi()) return false;
  if (!IsAmount(row.metric()) || !HasChanged(row) || !IsWhole(row)) return false;
  v1::Comparison rates;
  for (int i = 0; i < row.values_size(); ++i) rates.add_groups();
  *rates.add_rows() = PerSecond(row, *elapsed_);
  WelchMethod().Judge(rates);
  return !HasChanged(rates.rows(0));
}

}  // namespace collect
