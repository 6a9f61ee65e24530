// Putting the sources of turbostat together.
#include "probes/power/turbostat.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "probes/host/cpu_list.h"
#include "probes/kernel/text_scan.h"
#include "probes/power/cpu_topology.h"
#include "probes/power/turbostat_metrics.h"

namespace collect {

std::optional<uint64_t> InterruptsTaken(absl::string_view proc_stat) {
  while (!proc_stat.empty()) {
    absl::string_view line = TakeLine(proc_stat);
    if (TakeWord(line) != "intr") continue;
    SkipBlanks(line);
    uint64_t count = 0;
    return TakeNumber(line, count) ? std::optional<uint64_t>(count) : std::nullopt;
  }
  return std::nullopt;
}

absl::Status Turbostat::Open(const ProbeContext& context, Columns& columns) {
  host_ = &context.host;
  const absl::StatusOr<std::vector<int>> cpus = host_->OnlineCpus();
  if (!cpus.ok()) return cpus.status();
  places_ = ReadCpuTopology(*host_, *cpus);
  perf_.Open(*host_, places_, columns, readings_);
  powercap_.Open(*host_, columns, readings_);
  msr_.Open(*host_, places_, columns, readings_);
  temperatures_.Open(*host_, columns, readings_);
  throttle_.Open(*host_, places_, columns, readings_);
  idle_.Open(context, columns, readings_.missing);
  OpenInterrupts(columns);
  DeriveTurbostat(readings_, places_, columns);
  online_.Open(*host_, "/sys/devices/system/cpu/online");
  return Explain(columns);
}

// An error when there is nothing to show, else one note for each reason.
absl::Status Turbostat::Explain(Columns& columns) const {
  const bool none = readings_.all.empty() && temperatures_.empty() && idle_.empty();
  if (none) {
    const auto denied =
        std::find_if(readings_.missing.begin(), readings_.missing.end(), absl::IsPermissionDenied);
    if (denied != readings_.missing.end()) return *denied;
    return absl::NotFoundError(
        "this machine shows no clocks, idle states, temperatures or energy of its CPUs; virtual "
        "machines seldom do");
  }
  for (const absl::Status& reason : readings_.missing) {
    columns.Note(absl::StrCat("not measured: ", reason.message()));
  }
  return absl::OkStatus();
}

void Turbostat::OpenInterrupts(Columns& columns) {
  absl::StatusOr<TextFile> file = host_->OpenText("/proc/stat");
  if (!file.ok()) return;
  proc_stat_ = *std::move(file);
  interrupts_column_ = columns.Declare(Metric("turbostat.IRQ", "count", v1::COUNTER));
}

void Turbostat::ReadInterrupts(Columns& columns) {
  if (!proc_stat_.has_value()) return;
  const absl::StatusOr<absl::string_view> text = proc_stat_->Read();
  if (!text.ok()) return;
  const std::optional<uint64_t> count = InterruptsTaken(*text);
  if (count.has_value()) columns.Set(interrupts_column_, static_cast<int64_t>(*count));
}

void Turbostat::FollowOnlineCpus(Columns& columns) {
  if (!online_.Changed()) return;
  perf_.Reopen();
  const absl::StatusOr<std::vector<int>> cpus = ParseCpuList(online_.text());
  if (!cpus.ok()) return;
  for (int cpu : *cpus) {
    const bool known = std::any_of(places_.begin(), places_.end(),
                                   [&](const CpuPlace& place) { return place.cpu == cpu; });
    if (known) continue;
    columns.Note(absl::StrCat("CPU ", cpu, " is not measured: it came online during the run"));
  }
}

absl::Status Turbostat::Read(Columns& columns) {
  FollowOnlineCpus(columns);
  perf_.Read(columns);
  powercap_.Read(columns);
  msr_.Read(columns);
  temperatures_.Read(columns);
  throttle_.Read(columns);
  idle_.Read(columns);
  ReadInterrupts(columns);
  return absl::OkStatus();
}

}  // namespace collect
