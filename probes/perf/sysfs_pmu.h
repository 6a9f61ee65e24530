// What the kernel says in sysfs of one PMU and of the events that it names.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "probes/host/host.h"

namespace collect {

/// A folder below /sys/bus/event_source/devices
/// (Documentation/ABI/testing/sysfs-bus-event_source-devices-events).
struct SysfsPmu {
  std::string name;
  uint32_t type = 0;
  /// The CPUs on which its events are opened, one for each package, die or core that it counts;
  /// nothing where it has no such file: on every CPU.
  std::optional<std::vector<int>> cpus;
};

/// A file EVENT below the PMU's events/, with EVENT.scale and EVENT.unit where there are such.
struct SysfsEvent {
  std::string name;
  uint64_t config = 0;
  double scale = 1;            ///< value = scale * raw count
  std::string unit = "count";  ///< of the value
};

/// How the raw count of an event becomes a value, as EVENT.scale and EVENT.unit say.
struct SysfsUnit {
  double scale = 1;
  std::string unit = "count";
};

/// Folder of a PMU below /sys/bus/event_source/devices.
std::string SysfsPmuFolder(absl::string_view pmu);

/// Names of all PMUs, none where sysfs shows none.
std::vector<std::string> AllSysfsPmus(Host& host);

/// Reads EVENT.scale and EVENT.unit, where there are such.
absl::StatusOr<SysfsUnit> ReadSysfsUnit(Host& host, absl::string_view pmu, absl::string_view event);

/// Reads the PMU's type and cpumask. NotFound: this machine has no such PMU.
absl::StatusOr<SysfsPmu> ReadSysfsPmu(Host& host, absl::string_view name);

/// Reads one event of a PMU. NotFound: the PMU does not count it here.
absl::StatusOr<SysfsEvent> ReadSysfsEvent(Host& host, const SysfsPmu& pmu, absl::string_view event);

/// The config that "event=0x02" stands for, the only term that these PMUs have; a newline at the
/// end is passed over. InvalidArgument names any other text.
absl::StatusOr<uint64_t> ParseEventTerm(absl::string_view text);

}  // namespace collect
