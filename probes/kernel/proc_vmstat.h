// /proc/vmstat: events and stocks of memory management.
#pragma once

#include "absl/strings/string_view.h"
#include "probes/kernel/field_table.h"
#include "probes/probe.h"

namespace collect {

/// Whether the kernel counts `field` up (COUNTER) or keeps it as a level (GAUGE).
v1::Kind VmstatKind(absl::string_view field);

/// Unit of `field`: "pages" of the machine's page size, "kB", or "count".
absl::string_view VmstatUnit(absl::string_view field);

/// Metrics "proc-vmstat.FIELD", one for each line of the file, with the kernel's own names; fields
/// of tomorrow's kernels are kept too. From them "vmstat.swap.*" and "vmstat.io.*"
/// (vmstat_metrics.h).
class ProcVmstat : public Probe {
 public:
  absl::Status Open(const ProbeContext& context, Columns& columns) override;
  absl::Status Read(Columns& columns) override;
  void VisitTexts(
      absl::FunctionRef<void(absl::string_view path, absl::string_view text)> visit) const override;

 private:
  TextFile file_;
  FieldTable fields_;
};

}  // namespace collect
