// Energy as the powercap framework shows it, for what perf does not count.
#pragma once

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "probes/columns.h"
#include "probes/host/host.h"
#include "probes/power/energy_counter.h"
#include "probes/power/reading.h"

namespace collect {

/// What a RAPL zone measures. `what` is the reading's name ("energy-pkg"), empty for a zone that
/// turbostat has no column for; `package` is -1 unless the name has it, which may have any number
/// of digits (S-048): "package-15", "package-0-die-1".
struct RaplZone {
  std::string what;
  int package = -1;
};
RaplZone ParseRaplZone(absl::string_view name);

/// The zones intel-rapl:N and intel-rapl:N:M of /sys/class/powercap, which AMD's CPUs have too
/// (Documentation/power/powercap/powercap.rst). The same counters seen through intel-rapl-mmio are
/// passed over. Energy is added up here, for its range is no power of two (S-027).
class Powercap {
 public:
  /// Opens the zones of what `readings` does not have yet.
  void Open(Host& host, Columns& columns, Readings& readings);
  void Read(Columns& columns);

 private:
  struct Zone {
    TextFile energy_uj;
    EnergyCounter counter;
    int energy_column;
    int time_column;
  };

  void OpenZone(absl::string_view path, const RaplZone& kind, Columns& columns, Readings& readings);
  void ReadZone(Zone& zone, Columns& columns);

  Host* host_ = nullptr;
  std::vector<Zone> zones_;
};

}  // namespace collect
