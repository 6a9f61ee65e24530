// turbostat: frequency, idle states, temperature and power, without the program of that name.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "probes/kernel/online_list.h"
#include "probes/power/idle_states.h"
#include "probes/power/msr_registers.h"
#include "probes/power/perf_counters.h"
#include "probes/power/powercap.h"
#include "probes/power/reading.h"
#include "probes/power/temperatures.h"
#include "probes/power/thermal_throttle.h"
#include "probes/probe.h"

namespace collect {

/// The first number of the line "intr" of /proc/stat: interrupts that all CPUs have taken since
/// boot, unnumbered ones too (Documentation/filesystems/proc.rst). Nothing if there is no such
/// line.
std::optional<uint64_t> InterruptsTaken(absl::string_view proc_stat);

/// The summary row of turbostat(8) under its names ("turbostat.Busy%", "turbostat.PkgWatt"), and
/// the same of each package ("turbostat.pkg0.PkgWatt") and core ("turbostat.pkg0.core2.CPU%c6").
/// Each source that this machine has adds its metrics; why others are not there is noted.
/// docs/counters.md says what is read from where and what it costs. CPUs that go offline are absent
/// and counted again when they are back.
class Turbostat : public Probe {
 public:
  /// NotFound if this machine shows nothing but interrupts; PermissionDenied if it would to another
  /// user.
  absl::Status Open(const ProbeContext& context, Columns& columns) override;
  absl::Status Read(Columns& columns) override;

 private:
  absl::Status Explain(Columns& columns) const;
  void OpenInterrupts(Columns& columns);
  void ReadInterrupts(Columns& columns);
  void FollowOnlineCpus(Columns& columns);

  Host* host_ = nullptr;
  std::vector<CpuPlace> places_;
  Readings readings_;
  PerfCounters perf_;
  Powercap powercap_;
  MsrRegisters msr_;
  Temperatures temperatures_;
  IdleStates idle_;
  ThermalThrottle throttle_;
  std::optional<TextFile> proc_stat_;
  int interrupts_column_ = -1;
  OnlineList online_;
};

}  // namespace collect
