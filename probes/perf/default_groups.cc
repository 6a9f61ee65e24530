// Groups of perf events by default.
#include "probes/perf/default_groups.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "probes/perf/core_pmus.h"
#include "probes/perf/kernel_event.h"

namespace collect {
namespace {

constexpr absl::string_view kDevices = "/sys/bus/event_source/devices";

// Pairs whose ratio is asked for stand in one group, so that they count in the same windows.
std::vector<GroupSpec> HardwareGroups() {
  return {
      {"core", KernelEvents({"cpu-cycles", "instructions", "branch-instructions", "branch-misses",
                             "cache-references", "cache-misses"})},
      {"dTLB-loads", KernelEvents({"dTLB-loads", "dTLB-load-misses"})},
      {"dTLB-stores", KernelEvents({"dTLB-stores", "dTLB-store-misses"})},
      {"iTLB-loads", KernelEvents({"iTLB-loads", "iTLB-load-misses"})},
      {"node-loads", KernelEvents({"node-loads", "node-load-misses"})},
      {"node-stores", KernelEvents({"node-stores", "node-store-misses"})},
  };
}

// The four parts into which Intel's cores since Ice Lake divide their issue slots. The kernel takes
// them only behind their leader, slots (arch/x86/events/intel/core.c: intel_pmu_hw_config); it made
// their encodings up (arch/x86/include/asm/perf_event.h: INTEL_TD_SLOTS, INTEL_TD_METRIC_*).
GroupSpec TopdownGroup() {
  return {"topdown",
          {{"slots", PERF_TYPE_RAW, 0x0400},
           {"topdown-retiring", PERF_TYPE_RAW, 0x8000},
           {"topdown-bad-spec", PERF_TYPE_RAW, 0x8100},
           {"topdown-fe-bound", PERF_TYPE_RAW, 0x8200},
           {"topdown-be-bound", PERF_TYPE_RAW, 0x8300}}};
}

bool HasTopdown(Host& host, absl::string_view pmu) {
  return host.ReadFile(absl::StrCat(kDevices, "/", pmu, "/events/slots")).ok() &&
         host.ReadFile(absl::StrCat(kDevices, "/", pmu, "/events/topdown-retiring")).ok();
}

}  // namespace

std::vector<GroupSpec> DefaultPerfGroups(Host& host) {
  std::vector<GroupSpec> groups;
  const std::vector<CorePmu> pmus = CorePmus(host);
  if (pmus.size() < 2) {
    groups = HardwareGroups();
    if (HasTopdown(host, "cpu")) groups.push_back(TopdownGroup());
  } else {
    for (const CorePmu& pmu : pmus) {
      for (GroupSpec& group : HardwareGroups()) groups.push_back(OnPmu(pmu, std::move(group)));
      if (HasTopdown(host, pmu.name)) groups.push_back(OnPmu(pmu, TopdownGroup()));
    }
  }
  groups.push_back(
      {"software", KernelEvents({"cpu-clock", "task-clock", "page-faults", "context-switches",
                                 "cpu-migrations", "minor-faults", "major-faults"})});
  return groups;
}

}  // namespace collect
