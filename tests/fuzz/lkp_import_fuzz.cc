// Fuzzes the files of the robot's results, and the reports that are made of what they hold.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "compare/compare.h"
#include "compare/json_report.h"
#include "compare/lkp_axes.h"
#include "compare/lkp_report.h"
#include "compare/lkp_stats.h"
#include "compare/text_report.h"
#include "compare/welch_method.h"

namespace {

// A group of one run for each of the records.
collect::NamedRuns Group(const std::string& name,
                         const std::vector<std::vector<collect::v1::MetricRecord>>& records) {
  collect::NamedRuns group{name, {}};
  for (const auto& one : records) {
    collect::RunData& run = group.runs.emplace_back();
    run.run.set_id(name + std::to_string(group.runs.size()));
    run.run.set_imported(true);
    run.records = one;
  }
  return group;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const absl::string_view text(reinterpret_cast<const char*>(data), size);
  (void)collect::ParseLkpAxes(text, "axes.json");
  (void)collect::AxesOfLkpPath(text);
  std::vector<std::vector<collect::v1::MetricRecord>> runs;
  const auto stats = collect::ParseLkpStats(text, "stats.json");
  if (stats.ok()) runs.push_back(*stats);
  const auto matrix = collect::ParseLkpMatrix(text, "matrix.json");
  if (matrix.ok() && matrix->size() < 20) runs.insert(runs.end(), matrix->begin(), matrix->end());
  if (runs.empty()) return 0;
  const std::vector<collect::NamedRuns> named = {Group("a", runs), Group("b", {runs.front()})};
  const auto comparison = collect::Compare(named, {}, collect::WelchMethod());
  if (!comparison.ok()) return 0;
  if (!collect::LkpReport(*comparison, true).ok()) abort();
  const auto json = collect::JsonReport(*comparison);
  if (!json.ok() || json->find(": \"NaN\"") != std::string::npos) abort();
  (void)collect::TextReport(*comparison, true);
  (void)collect::CsvReport(*comparison);
  return 0;
}
