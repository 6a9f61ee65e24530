// /proc/uptime: time since boot and the CPUs' idle time in it.
#pragma once

#include "probes/probe.h"

namespace collect {

/// Seconds of /proc/uptime (Documentation/filesystems/proc.rst).
struct UptimeSeconds {
  double boot = 0;  ///< since the machine was booted
  double idle = 0;  ///< of all CPUs, added up
};

/// "18.51 30.14"; InvalidArgument names what was there instead.
absl::StatusOr<UptimeSeconds> ParseUptime(absl::string_view text);

/// Metrics "uptime.boot" and "uptime.idle", in seconds, at the end of the run.
class Uptime : public Probe {
 public:
  absl::Status Open(const ProbeContext& context, Columns& columns) override;
  absl::Status Read(Columns& columns) override;
  void VisitTexts(
      absl::FunctionRef<void(absl::string_view path, absl::string_view text)> visit) const override;

 private:
  TextFile file_;
};

}  // namespace collect
