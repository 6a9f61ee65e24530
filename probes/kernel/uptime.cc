// Reading /proc/uptime.
#include "probes/kernel/uptime.h"

#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "probes/kernel/text_scan.h"

namespace collect {
namespace {

constexpr int kBoot = 0;
constexpr int kIdle = 1;

v1::MetricDescriptor Seconds(std::string name) {
  v1::MetricDescriptor metric = Metric(std::move(name), "s", v1::LAST);
  metric.set_real(true);
  return metric;
}

}  // namespace

absl::StatusOr<UptimeSeconds> ParseUptime(absl::string_view text) {
  absl::string_view rest = absl::StripAsciiWhitespace(text);
  const absl::string_view boot = TakeWord(rest);
  SkipBlanks(rest);
  UptimeSeconds seconds;
  if (!absl::SimpleAtod(boot, &seconds.boot) || !absl::SimpleAtod(TakeWord(rest), &seconds.idle)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "/proc/uptime: expected two numbers of seconds, not \"", absl::CHexEscape(text), "\""));
  }
  return seconds;
}

absl::Status Uptime::Open(const ProbeContext& context, Columns& columns) {
  absl::StatusOr<TextFile> file = context.host.OpenText("/proc/uptime");
  if (!file.ok()) return file.status();
  file_ = *std::move(file);
  columns.Declare(Seconds("uptime.boot"));
  columns.Declare(Seconds("uptime.idle"));
  return Read(columns);
}

absl::Status Uptime::Read(Columns& columns) {
  absl::StatusOr<absl::string_view> text = file_.Read();
  if (!text.ok()) return text.status();
  absl::StatusOr<UptimeSeconds> seconds = ParseUptime(*text);
  if (!seconds.ok()) return seconds.status();
  columns.SetReal(kBoot, seconds->boot);
  columns.SetReal(kIdle, seconds->idle);
  return absl::OkStatus();
}

void Uptime::VisitTexts(
    absl::FunctionRef<void(absl::string_view path, absl::string_view text)> visit) const {
  visit(file_.path(), file_.text());
}

}  // namespace collect
