// Reading /proc/loadavg.
#include "probes/kernel/loadavg.h"

#include <string>
#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "probes/kernel/text_scan.h"

namespace collect {
namespace {

constexpr absl::string_view kAverages[] = {"1min", "5min", "15min"};
constexpr int kRunning = 3;
constexpr int kTasks = 4;

absl::Status NotALoad(absl::string_view text) {
  return absl::InvalidArgumentError(
      absl::StrCat("/proc/loadavg: expected three averages, then RUNNING/TASKS, not \"",
                   absl::CHexEscape(text), "\""));
}

}  // namespace

absl::Status Loadavg::Open(const ProbeContext& context, Columns& columns) {
  absl::StatusOr<TextFile> file = context.host.OpenText("/proc/loadavg");
  if (!file.ok()) return file.status();
  file_ = *std::move(file);
  for (absl::string_view average : kAverages) {
    v1::MetricDescriptor metric = Metric(absl::StrCat("loadavg.", average), "count", v1::GAUGE);
    metric.set_real(true);
    columns.Declare(std::move(metric));
  }
  columns.Declare(Metric("loadavg.running", "count", v1::GAUGE));
  columns.Declare(Metric("loadavg.tasks", "count", v1::GAUGE));
  return Read(columns);
}

// "1.27 0.28 0.09 7/83 890"
absl::Status Loadavg::Read(Columns& columns) {
  absl::StatusOr<absl::string_view> text = file_.Read();
  if (!text.ok()) return text.status();
  absl::string_view rest = *text;
  for (int average = 0; average < kRunning; ++average) {
    double load = 0;
    if (!absl::SimpleAtod(TakeWord(rest), &load)) return NotALoad(*text);
    columns.SetReal(average, load);
    SkipBlanks(rest);
  }
  uint64_t running = 0;
  uint64_t tasks = 0;
  if (!TakeNumber(rest, running) || !absl::ConsumePrefix(&rest, "/") || !TakeNumber(rest, tasks)) {
    return NotALoad(*text);
  }
  columns.Set(kRunning, static_cast<int64_t>(running));
  columns.Set(kTasks, static_cast<int64_t>(tasks));
  return absl::OkStatus();
}

void Loadavg::VisitTexts(
    absl::FunctionRef<void(absl::string_view path, absl::string_view text)> visit) const {
  visit(file_.path(), file_.text());
}

}  // namespace collect
