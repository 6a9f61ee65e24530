// Reading the log of a boot.
#include "probes/kernel/boot_time.h"

#include <initializer_list>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "probes/kernel/text_scan.h"

namespace collect {
namespace {

// Of "[    0.596286] text" or "<6>[    0.596286] text".
std::optional<double> TimeStamp(absl::string_view line) {
  const size_t start = line.find('[');
  const size_t end = line.find(']', start == absl::string_view::npos ? 0 : start);
  if (end == absl::string_view::npos || start == absl::string_view::npos) return std::nullopt;
  double seconds = 0;
  if (!absl::SimpleAtod(line.substr(start + 1, end - start - 1), &seconds)) return std::nullopt;
  return seconds;
}

bool ContainsAny(absl::string_view line, std::initializer_list<absl::string_view> texts) {
  for (absl::string_view text : texts) {
    if (absl::StrContains(line, text)) return true;
  }
  return false;
}

}  // namespace

// The texts are those of net/ipv4/ipconfig.c, kernel/smp.c, arch/x86/kernel/smpboot.c and
// init/main.c; since 4.16 x86 frees an "image (initmem)". Where the architecture does not announce
// the boot of the CPUs itself, as arm64, kernel/smp.c does.
BootTimes ParseBootLog(absl::string_view log) {
  BootTimes times;
  std::optional<double> smp_begin;
  while (!log.empty() && !times.kernel_boot.has_value()) {
    const absl::string_view line = TakeLine(log);
    const std::optional<double> now = TimeStamp(line);
    if (!now.has_value()) continue;
    if (ContainsAny(line, {"Bringing up secondary CPUs", "Booting SMP"})) {
      smp_begin = now;
    } else if (ContainsAny(line, {"Brought up "}) && smp_begin.has_value()) {
      times.smp_boot = *now - *smp_begin;
    } else if (ContainsAny(line, {"Sending DHCP requests"}) && !times.dhcp.has_value()) {
      times.dhcp = now;
    } else if (ContainsAny(line, {"Freeing unused kernel memory:",
                                  "Freeing unused kernel image (initmem) memory:"})) {
      times.kernel_boot = now;
    }
  }
  return times;
}

void BootTime::Add(absl::string_view name, std::optional<double> seconds, Columns& columns) {
  if (!seconds.has_value()) return;
  v1::MetricDescriptor metric = Metric(absl::StrCat("boot-time.", name), "s", v1::LAST);
  metric.set_real(true);
  values_.push_back({columns.Declare(std::move(metric)), *seconds});
}

void BootTime::AddLog(Host& host, Columns& columns) {
  absl::StatusOr<std::string> log = host.KernelLog();
  if (absl::IsPermissionDenied(log.status())) {
    columns.Note(
        "not measured: dhcp, smp_boot, kernel_boot: the kernel's log is for root here "
        "(kernel.dmesg_restrict); run collect as root or with CAP_SYSLOG to have them");
    return;
  }
  if (!log.ok()) {
    columns.Note(
        absl::StrCat("not measured: dhcp, smp_boot, kernel_boot: ", log.status().message()));
    return;
  }
  const BootTimes times = ParseBootLog(*log);
  Add("dhcp", times.dhcp, columns);
  Add("smp_boot", times.smp_boot, columns);
  Add("kernel_boot", times.kernel_boot, columns);
  if (times.kernel_boot.has_value()) return;
  columns.Note(
      "not measured: kernel_boot: the kernel's log no longer holds the boot, or has no time "
      "stamps");
}

absl::Status BootTime::Open(const ProbeContext& context, Columns& columns) {
  absl::StatusOr<std::string> text = context.host.ReadFile("/proc/uptime");
  if (!text.ok()) return text.status();
  absl::StatusOr<UptimeSeconds> uptime = ParseUptime(*text);
  if (!uptime.ok()) return uptime.status();
  Add("boot", uptime->boot, columns);
  Add("idle", uptime->idle, columns);
  AddLog(context.host, columns);
  return Read(columns);
}

absl::Status BootTime::Read(Columns& columns) {
  for (const Value& value : values_) columns.SetReal(value.column, value.seconds);
  return absl::OkStatus();
}

}  // namespace collect
