// Whether a comparison is good enough to pass: the question of a gate in continuous integration.
#include "compare/regression.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "compare/kpi_text.h"

namespace collect {
namespace {

void Judge(const v1::Comparison& comparison, const v1::Row& row, int other,
           RegressionCheck& check) {
  const v1::Change& change = row.changes(other - 1);
  if (change.verdict() == v1::Change::NO_CHANGE) return;
  const bool rises = row.values(other).mean() > row.values(0).mean();
  const absl::string_view verdict = VerdictWord(row.metric(), change, rises);
  if (verdict == "better") return;
  const std::string where =
      absl::StrCat(row.metric().name(), " in ", comparison.groups(other).name());
  if (verdict == "worse") {
    check.worse.push_back(where);
  } else {
    check.unknown.push_back(absl::StrCat(where, " (", verdict, ")"));
  }
}

}  // namespace

RegressionCheck CheckRegression(const v1::Comparison& comparison) {
  RegressionCheck check;
  bool any_kpi = false;
  for (const v1::Row& row : comparison.rows()) {
    if (!row.metric().kpi()) continue;
    any_kpi = true;
    for (int other = 1; other < row.values_size(); ++other) Judge(comparison, row, other, check);
  }
  if (!any_kpi) check.unknown.push_back("there is no KPI");
  std::sort(check.worse.begin(), check.worse.end());
  std::sort(check.unknown.begin(), check.unknown.end());
  return check;
}

}  // namespace collect
