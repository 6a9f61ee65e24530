// Path length, as the kernel test robot has it.
#include "archive/path_length.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace collect {
namespace {

// "perf-stat.total.instructions", or one for each kind of cores:
// "perf-stat.total.cpu_atom/instructions/".
bool CountsInstructions(const v1::MetricRecord& record) {
  const std::string& name = record.metric().name();
  if (!record.has_value() || !absl::StartsWith(name, "perf-stat.total.")) return false;
  return name == "perf-stat.total.instructions" || absl::EndsWith(name, "/instructions/");
}

// The one amount of work; null if there is none or a choice.
const v1::MetricRecord* FindWorkload(const std::vector<v1::MetricRecord>& records) {
  const v1::MetricRecord* found = nullptr;
  for (const v1::MetricRecord& record : records) {
    if (!absl::EndsWith(record.metric().name(), ".workload")) continue;
    if (found != nullptr) return nullptr;
    found = &record;
  }
  return found != nullptr && found->value() > 0 ? found : nullptr;
}

}  // namespace

void AddPathLength(std::vector<v1::MetricRecord>& records) {
  const v1::MetricRecord* workload = FindWorkload(records);
  if (workload == nullptr) return;
  v1::MetricRecord path_length;
  for (const v1::MetricRecord& record : records) {
    if (!CountsInstructions(record)) continue;
    if (!path_length.has_value()) {
      path_length = record;  // with its probe, samples and help
      continue;
    }
    path_length.set_value(path_length.value() + record.value());
    if (record.has_coverage()) {
      path_length.set_coverage(std::min(path_length.coverage(), record.coverage()));
    }
  }
  if (!path_length.has_value()) return;
  path_length.set_value(path_length.value() / workload->value());
  path_length.clear_spread();
  v1::MetricDescriptor& metric = *path_length.mutable_metric();
  metric.set_name("perf-stat.overall.path-length");
  metric.set_unit("ratio");
  metric.set_kind(v1::DERIVED);
  metric.clear_formula();
  metric.mutable_formula()->set_version(1);
  metric.mutable_formula()->set_text(absl::StrCat("instructions / ", workload->metric().name()));
  records.push_back(std::move(path_length));
}

}  // namespace collect
