// Runs for people to read.
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "tools/format.h"
#include "tools/run_json.h"
#include "tools/show_report.h"

namespace collect {
namespace {

void AppendFact(absl::string_view name, absl::string_view value, std::string* text) {
  absl::StrAppendFormat(text, "%-24s %s\n", name, value);
}

// Facts that stand as text or number in JSON, "host.mitigations.spectre_v2" by its path.
void AppendFacts(absl::string_view path, const nlohmann::ordered_json& facts, std::string* text) {
  for (const auto& [name, fact] : facts.items()) {
    const std::string full = absl::StrCat(path, ".", name);
    if (fact.is_object()) {
      AppendFacts(full, fact, text);
    } else {
      AppendFact(full, fact.is_string() ? fact.get<std::string>() : fact.dump(), text);
    }
  }
}

double Seconds(int64_t ns) { return static_cast<double>(ns) * 1e-9; }

std::string WindowText(const v1::RunWindow& window) {
  if (window.to_ns() < window.from_ns()) return absl::StrCat("nothing (", window.asked(), ")");
  return absl::StrFormat("%.3f s to %.3f s (%s)", Seconds(window.from_ns()),
                         Seconds(window.to_ns()), window.asked());
}

void AppendHead(const LoadedRun& loaded, std::string* text) {
  const v1::Run& run = loaded.file.run;
  AppendFact("run", run.id(), text);
  AppendFact("file", loaded.path, text);
  AppendFact("label", run.label(), text);
  if (!run.testcase().empty()) AppendFact("testcase", run.testcase(), text);
  if (run.command_size() > 0) AppendFact("command", FormatCommand(run), text);
  if (run.start_unix_ns() != 0) AppendFact("started", FormatWallTime(run.start_unix_ns()), text);
  std::string ended = FormatOutcome(run);
  if (run.has_outcome()) {
    absl::StrAppendFormat(&ended, " after %.3f s", Seconds(run.outcome().elapsed_ns()));
  }
  AppendFact("ended", ended, text);
  for (const v1::RunMark& mark : run.marks()) {
    AppendFact("mark", absl::StrFormat("%.3f s %s", Seconds(mark.time_ns()), mark.name()), text);
  }
  if (run.has_window()) AppendFact("window", WindowText(run.window()), text);
  for (const std::string& process : run.outcome().left_running()) {
    AppendFact("left running", process, text);
  }
  const nlohmann::ordered_json json = JsonOf(run);
  for (const char* part : {"params", "axes", "host"}) {
    if (json.contains(part)) AppendFacts(part, json[part], text);
  }
}

// A replayed probe read files of long ago: there is no cost to tell.
std::string MicrosecondsASample(const v1::ProbeHealth& probe) {
  constexpr double kNsPerUs = 1e3;
  if (probe.cpu_ns() == 0) return "-";
  return absl::StrFormat("%.1f", static_cast<double>(probe.cpu_ns()) / kNsPerUs /
                                     static_cast<double>(probe.samples()));
}

void AppendProbes(const v1::Run& run, std::string* text) {
  if (run.probes().empty()) return;
  absl::StrAppendFormat(text, "\n%-16s %-14s %8s %8s %8s %12s\n", "probe", "state", "interval",
                        "samples", "missed", "us/sample");
  for (const v1::ProbeHealth& probe : run.probes()) {
    absl::StrAppendFormat(text, "%-16s %-14s", probe.probe(), FormatState(probe.state()));
    if (probe.state() == v1::ProbeHealth::WORKS && probe.samples() > 0) {
      absl::StrAppendFormat(
          text, " %8s %8d %8d %12s",
          probe.interval_ms() > 0 ? absl::StrCat(probe.interval_ms(), " ms") : "-", probe.samples(),
          probe.missed_ticks(), MicrosecondsASample(probe));
    }
    if (probe.wanted_interval_ms() > 0) {
      absl::StrAppend(text, "  stretched from ", probe.wanted_interval_ms(), " ms");
    }
    absl::StrAppend(text, probe.reason().empty() ? "" : "  ", probe.reason(), "\n");
  }
}

void AppendTrouble(const LoadedRun& run, std::string* text) {
  if (run.file.run.trouble().empty() && run.file.damage.notes.empty()) return;
  text->append("\ntrouble\n");
  for (const v1::Trouble& trouble : run.file.run.trouble()) {
    absl::StrAppend(text, "  ", trouble.probe(), trouble.probe().empty() ? "" : ": ",
                    trouble.message());
    absl::StrAppend(text, trouble.count() > 1 ? absl::StrCat(" (", trouble.count(), " times)") : "",
                    "\n");
  }
  for (const std::string& note : run.file.damage.notes) {
    absl::StrAppend(text, "  damaged file: ", note, "\n");
  }
}

// A multiplexed counter has been scaled (S-029).
std::string FormatCoverage(const v1::MetricRecord& record) {
  if (!record.has_coverage() || record.coverage() >= 1) return "";
  return absl::StrFormat(", counted %.1f%% of the time", 100 * record.coverage());
}

void AppendMetrics(const ShownRun& shown, std::string* text) {
  if (shown.metrics.empty()) return;
  size_t width = 0;
  for (const ShownMetric& metric : shown.metrics) {
    width = std::max(width, metric.record->metric().name().size());
  }
  const int name_width = static_cast<int>(width);
  absl::StrAppendFormat(text, "\n%-*s %20s %-8s %-8s %s\n", name_width, "metric", "value", "unit",
                        "kind", "samples");
  for (const ShownMetric& metric : shown.metrics) {
    const v1::MetricRecord& record = *metric.record;
    absl::StrAppendFormat(text, "%-*s %20s %-8s %-8s %d of %d%s\n", name_width,
                          record.metric().name(),
                          record.has_value() ? FormatNumber(record.value()) : "-",
                          record.metric().unit(), FormatKind(record.metric().kind()),
                          record.samples(), record.samples_taken(), FormatCoverage(record));
    for (const Point& point : metric.series) {
      absl::StrAppendFormat(text, "  %12.3f s %s %s\n", Seconds(point.time_ns),
                            FormatNumber(point.value), SeriesUnit(record.metric()));
    }
  }
}

}  // namespace

std::string ShowText(absl::Span<const ShownRun> runs) {
  std::string text;
  for (const ShownRun& shown : runs) {
    if (!text.empty()) text += "\n\n";
    AppendHead(*shown.run, &text);
    AppendProbes(shown.run->file.run, &text);
    AppendTrouble(*shown.run, &text);
    AppendMetrics(shown, &text);
  }
  return text;
}

}  // namespace collect
