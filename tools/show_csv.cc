// Runs as comma-separated values (RFC 4180, with plain line ends).
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "tools/format.h"
#include "tools/show_report.h"

namespace collect {
namespace {

std::string Cell(absl::string_view text) {
  if (text.find_first_of(",\"\r\n") == absl::string_view::npos) return std::string(text);
  return absl::StrCat("\"", absl::StrReplaceAll(text, {{"\"", "\"\""}}), "\"");
}

std::string NumberCell(bool known, double value) { return known ? FormatNumber(value) : ""; }

// What every line of a metric begins with.
std::string LineHead(const ShownRun& shown, const v1::MetricRecord& record,
                     absl::string_view unit) {
  const v1::Run& run = shown.run->file.run;
  return absl::StrCat(Cell(run.id()), ",", Cell(run.label()), ",", Cell(record.metric().name()),
                      ",", Cell(unit));
}

std::string RecordLine(const ShownRun& shown, const v1::MetricRecord& record) {
  const v1::Spread& spread = record.spread();
  return absl::StrCat(LineHead(shown, record, record.metric().unit()), ",",
                      FormatKind(record.metric().kind()), ",",
                      NumberCell(record.has_value(), record.value()), ",", record.samples(), ",",
                      record.samples_taken(), ",", NumberCell(record.has_spread(), spread.min()),
                      ",", NumberCell(record.has_spread(), spread.max()), ",",
                      NumberCell(spread.has_stddev(), spread.stddev()), "\n");
}

}  // namespace

std::string ShowCsv(absl::Span<const ShownRun> runs, bool series) {
  std::string text = series ? "run,label,metric,unit,time_ns,value\n"
                            : "run,label,metric,unit,kind,value,samples,samples_taken,min,max,"
                              "stddev\n";
  for (const ShownRun& shown : runs) {
    for (const ShownMetric& metric : shown.metrics) {
      if (!series) text += RecordLine(shown, *metric.record);
      const std::string unit = SeriesUnit(metric.record->metric());
      for (const Point& point : metric.series) {
        absl::StrAppend(&text, LineHead(shown, *metric.record, unit), ",", point.time_ns, ",",
                        FormatNumber(point.value), "\n");
      }
    }
  }
  return text;
}

}  // namespace collect
