// /proc/loadavg: load averages and the number of tasks.
#pragma once

#include "probes/probe.h"

namespace collect {

/// Metrics "loadavg.{1min,5min,15min}", "loadavg.running" and "loadavg.tasks"
/// (Documentation/filesystems/proc.rst). The last process id, which follows them, is no measure of
/// anything; forks are "mpstat.processes".
class Loadavg : public Probe {
 public:
  absl::Status Open(const ProbeContext& context, Columns& columns) override;
  absl::Status Read(Columns& columns) override;
  void VisitTexts(
      absl::FunctionRef<void(absl::string_view path, absl::string_view text)> visit) const override;

 private:
  TextFile file_;
};

}  // namespace collect
