// /proc/vmstat: which of its fields are levels, and how they are read.
#include "probes/kernel/proc_vmstat.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace collect {
namespace {

// The kernel prints zone and node stocks under "nr_" and then events, which only grow
// (mm/vmstat.c: vmstat_text). These stand among the stocks and yet only grow: nothing takes them
// back (include/linux/mmzone.h: enum node_stat_item).
constexpr absl::string_view kGrowingStocks[] = {
    "nr_dirtied",           "nr_written",
    "nr_vmscan_write",      "nr_vmscan_immediate_reclaim",
    "nr_throttled_written", "nr_foll_pin_acquired",
    "nr_foll_pin_released",
};

// Levels that are not called "nr_": set, not counted.
constexpr absl::string_view kOtherLevels[] = {
    "workingset_nodes",
};

bool Contains(absl::Span<const absl::string_view> list, absl::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

}  // namespace

v1::Kind VmstatKind(absl::string_view field) {
  if (Contains(kOtherLevels, field)) return v1::GAUGE;
  if (Contains(kGrowingStocks, field)) return v1::COUNTER;
  return absl::StartsWith(field, "nr_") ? v1::GAUGE : v1::COUNTER;
}

absl::Status ProcVmstat::Open(const ProbeContext& context, Columns& columns) {
  absl::StatusOr<TextFile> file = context.host.OpenText("/proc/vmstat");
  if (!file.ok()) return file.status();
  file_ = *std::move(file);
  return Read(columns);
}

absl::Status ProcVmstat::Read(Columns& columns) {
  absl::StatusOr<absl::string_view> text = file_.Read();
  if (!text.ok()) return text.status();
  const auto declare = [&](absl::string_view field, absl::string_view /*unit*/) {
    const v1::Kind kind = VmstatKind(field);
    return columns.Declare(
        Metric(absl::StrCat("proc-vmstat.", field), kind == v1::GAUGE ? "pages" : "count", kind));
  };
  fields_.Fill(*text, declare, columns);
  return absl::OkStatus();
}

void ProcVmstat::VisitTexts(
    absl::FunctionRef<void(absl::string_view path, absl::string_view text)> visit) const {
  visit(file_.path(), file_.text());
}

}  // namespace collect
