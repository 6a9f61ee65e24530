// Runs as JSON.
#include "tools/format.h"
#include "tools/run_json.h"
#include "tools/show_report.h"

namespace collect {
namespace {

using Json = nlohmann::ordered_json;

Json MetricJson(const ShownMetric& metric, bool series) {
  const v1::MetricRecord& record = *metric.record;
  Json json = {{"name", record.metric().name()},
               {"unit", record.metric().unit()},
               {"kind", FormatKind(record.metric().kind())}};
  if (record.metric().kpi()) json["kpi"] = true;
  if (record.has_value()) json["value"] = record.value();
  json["samples"] = record.samples();
  json["samples_taken"] = record.samples_taken();
  if (record.has_spread()) {
    json["min"] = record.spread().min();
    json["max"] = record.spread().max();
    if (record.spread().has_stddev()) json["stddev"] = record.spread().stddev();
  }
  if (record.has_coverage()) json["coverage"] = record.coverage();
  if (record.resets() != 0) json["resets"] = record.resets();
  if (!series) return json;
  json["series_unit"] = SeriesUnit(record.metric());
  json["series"] = Json::array();
  for (const Point& point : metric.series) {
    json["series"].push_back({{"time_ns", point.time_ns}, {"value", point.value}});
  }
  return json;
}

Json RunJson(const ShownRun& shown) {
  const RunFile& file = shown.run->file;
  Json json = {{"path", shown.run->path}, {"run", JsonOf(file.run)}};
  json["damage"] = {{"bytes_lost", file.damage.bytes_lost},
                    {"closed", file.damage.closed},
                    {"notes", file.damage.notes}};
  json["metrics"] = Json::array();
  for (const ShownMetric& metric : shown.metrics) {
    json["metrics"].push_back(MetricJson(metric, !metric.series.empty()));
  }
  return json;
}

}  // namespace

std::string ShowJson(absl::Span<const ShownRun> runs) {
  Json all = Json::array();
  for (const ShownRun& run : runs) all.push_back(RunJson(run));
  return all.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace collect
