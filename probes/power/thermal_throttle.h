// How often and how long CPUs were slowed down because they were hot.
#pragma once

#include <vector>

#include "absl/types/span.h"
#include "probes/columns.h"
#include "probes/host/host.h"
#include "probes/power/reading.h"

namespace collect {

/// "turbostat.CoreThr" and "turbostat.PkgThr" (events over all cores and packages), and
/// "turbostat.CoreThr_ms", "turbostat.PkgThr_ms" (time), from
/// /sys/devices/system/cpu/cpu*/thermal_throttle (drivers/thermal/intel/
/// therm_throt.c). CoreThr is turbostat's; the others are ours. No CPU is woken.
class ThermalThrottle {
 public:
  void Open(Host& host, absl::Span<const CpuPlace> places, Columns& columns, Readings& readings);
  void Read(Columns& columns);

 private:
  struct Attribute {
    TextFile file;
    int column;
  };

  void OpenAll(Host& host, const std::vector<CpuPlace>& places, absl::string_view file,
               absl::string_view name, absl::string_view unit, Columns& columns);

  std::vector<Attribute> attributes_;
};

}  // namespace collect
