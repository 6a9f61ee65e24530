// The PMUs of a machine whose cores are of several kinds.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "probes/host/host.h"
#include "probes/perf/event_group.h"

namespace collect {

/// A PMU of CPU cores.
struct CorePmu {
  std::string name;
  uint32_t type = 0;
  std::vector<int> cpus;
};

/// The PMUs that say in sysfs on which CPUs they are, such as "cpu_core" and "cpu_atom"; empty or
/// one where all cores are alike.
std::vector<CorePmu> CorePmus(Host& host);

/// The same group on one PMU's cores: "cpu-cycles" becomes "cpu_atom/cpu-cycles/".
GroupSpec OnPmu(const CorePmu& pmu, GroupSpec group);

}  // namespace collect
