// A benchmark without KPIs is judged by the time that it takes.
#include "tools/kpi_or_time.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace collect {
namespace {

bool HasKpi(const LoadedRun& run) {
  return std::any_of(run.records.begin(), run.records.end(),
                     [](const v1::MetricRecord& record) { return record.metric().kpi(); });
}

}  // namespace

void JudgeByTimeWithoutKpi(LoadedRun& run) {
  if (HasKpi(run)) return;
  const std::string name = absl::StrCat(run.file.run.testcase(), ".time.elapsed_time");
  for (v1::MetricRecord& record : run.records) {
    if (record.metric().name() != name) continue;
    record.mutable_metric()->set_kpi(true);
    record.mutable_metric()->set_direction(v1::LOWER_IS_BETTER);
  }
}

}  // namespace collect
