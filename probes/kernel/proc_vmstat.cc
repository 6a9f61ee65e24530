// /proc/vmstat: which of its fields are levels, and how they are read.
#include "probes/kernel/proc_vmstat.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "probes/kernel/metric_name.h"
#include "probes/kernel/vmstat_metrics.h"

namespace collect {
namespace {

// The kernel prints zone and node stocks under "nr_" and then events, which only grow
// (mm/vmstat.c: vmstat_text). These are called "nr_" and yet only grow: node items that nothing
// takes back (include/linux/mmzone.h: enum node_stat_item) and, with CONFIG_DEBUG_TLBFLUSH, events.
constexpr absl::string_view kGrowing[] = {
    "nr_dirtied",
    "nr_written",
    "nr_vmscan_write",
    "nr_vmscan_immediate_reclaim",
    "nr_throttled_written",
    "nr_foll_pin_acquired",
    "nr_foll_pin_released",
    "nr_tlb_remote_flush",
    "nr_tlb_remote_flush_received",
    "nr_tlb_local_flush_all",
    "nr_tlb_local_flush_one",
};

// Levels that are not called "nr_": set, not counted.
constexpr absl::string_view kOtherLevels[] = {
    "workingset_nodes",
};

// Levels kept in kB (enum node_stat_item), and the two events that are halved from sectors to kB
// when they are printed (mm/vmstat.c: vmstat_start).
constexpr absl::string_view kInKb[] = {"nr_kernel_stack", "nr_shadow_call_stack", "pgpgin",
                                       "pgpgout"};

// Levels that count something else than pages: huge pages (mm/vmstat.c: vmstat_item_print_in_thp)
// and radix tree nodes.
constexpr absl::string_view kNotPages[] = {
    "nr_anon_transparent_hugepages",
    "nr_shmem_hugepages",
    "nr_shmem_pmdmapped",
    "nr_file_hugepages",
    "nr_file_pmdmapped",
    "workingset_nodes",
};

bool Contains(absl::Span<const absl::string_view> list, absl::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

}  // namespace

v1::Kind VmstatKind(absl::string_view field) {
  if (Contains(kOtherLevels, field)) return v1::GAUGE;
  if (Contains(kGrowing, field)) return v1::COUNTER;
  return absl::StartsWith(field, "nr_") ? v1::GAUGE : v1::COUNTER;
}

absl::string_view VmstatUnit(absl::string_view field) {
  if (Contains(kInKb, field)) return "kB";
  if (VmstatKind(field) == v1::COUNTER || Contains(kNotPages, field)) return "count";
  return "pages";
}

absl::Status ProcVmstat::Open(const ProbeContext& context, Columns& columns) {
  absl::StatusOr<TextFile> file = context.host.OpenText("/proc/vmstat");
  if (!file.ok()) return file.status();
  file_ = *std::move(file);
  absl::Status status = Read(columns);
  if (status.ok()) DeriveVmstatRates(fields_, columns);
  return status;
}

absl::Status ProcVmstat::Read(Columns& columns) {
  absl::StatusOr<absl::string_view> text = file_.Read();
  if (!text.ok()) return text.status();
  const auto declare = [&](absl::string_view field, absl::string_view /*unit*/) {
    return columns.Declare(Metric(absl::StrCat("proc-vmstat.", JoinWords(field, '_')),
                                  VmstatUnit(field), VmstatKind(field)));
  };
  fields_.Fill(*text, declare, columns);
  return absl::OkStatus();
}

void ProcVmstat::VisitTexts(
    absl::FunctionRef<void(absl::string_view path, absl::string_view text)> visit) const {
  visit(file_.path(), file_.text());
}

}  // namespace collect
