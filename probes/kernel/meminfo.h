// /proc/meminfo: what memory is used for.
#pragma once

#include "absl/strings/string_view.h"
#include "probes/kernel/field_table.h"
#include "probes/probe.h"

namespace collect {

/// Unit of a line whose number is followed by `word`: "kB", or "count" where nothing follows, as of
/// huge pages (S-024; Documentation/filesystems/proc.rst).
absl::string_view MeminfoUnit(absl::string_view word);

/// Metrics "meminfo.FIELD", one for each line of the file: levels. From them "meminfo.Memused" =
/// MemTotal - MemFree, and its largest value, "meminfo.max_used_kB"; and "vmstat.memory.*"
/// (vmstat_metrics.h).
class Meminfo : public Probe {
 public:
  absl::Status Open(const ProbeContext& context, Columns& columns) override;
  absl::Status Read(Columns& columns) override;
  void VisitTexts(
      absl::FunctionRef<void(absl::string_view path, absl::string_view text)> visit) const override;

 private:
  int DeclareField(absl::string_view field, absl::string_view unit, Columns& columns);

  TextFile file_;
  FieldTable fields_;
  int total_ = -1;  // column of MemTotal, once it has been seen
  int free_ = -1;   // column of MemFree
};

}  // namespace collect
