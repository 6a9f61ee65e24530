// Groups of perf events by default.
#include "probes/perf/default_groups.h"

#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "probes/host/cpu_list.h"
#include "probes/perf/kernel_event.h"

namespace collect {
namespace {

constexpr absl::string_view kDevices = "/sys/bus/event_source/devices";

// A PMU of CPU cores.
struct CorePmu {
  std::string name;
  uint32_t type = 0;
  std::vector<int> cpus;
};

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

// A PMU of a part of the cores says which: Documentation/ABI/testing/
// sysfs-bus-event_source-devices, "cpus".
std::vector<CorePmu> CorePmus(Host& host) {
  std::vector<CorePmu> pmus;
  const absl::StatusOr<std::vector<std::string>> names = host.ListDirectory(kDevices);
  if (!names.ok()) return pmus;
  for (const std::string& name : *names) {
    const absl::StatusOr<std::string> cpus =
        host.ReadFile(absl::StrCat(kDevices, "/", name, "/cpus"));
    const absl::StatusOr<std::string> type =
        host.ReadFile(absl::StrCat(kDevices, "/", name, "/type"));
    if (!cpus.ok() || !type.ok()) continue;
    CorePmu pmu;
    pmu.name = name;
    absl::StatusOr<std::vector<int>> list = ParseCpuList(*cpus);
    if (!list.ok() || list->empty()) continue;
    if (!absl::SimpleAtoi(absl::StripAsciiWhitespace(*type), &pmu.type)) continue;
    pmu.cpus = *std::move(list);
    pmus.push_back(std::move(pmu));
  }
  return pmus;
}

// Generic events take the PMU's type in the upper half of config (perf_event.h:
// PERF_PMU_TYPE_SHIFT); raw ones take it as their type.
GroupSpec OnPmu(const CorePmu& pmu, GroupSpec group) {
  group.name = absl::StrCat(pmu.name, ".", group.name);
  group.cpus = pmu.cpus;
  group.pmu = pmu.name;
  for (EventSpec& event : group.events) {
    event.name = absl::StrCat(pmu.name, "/", event.name, "/");
    if (event.type == PERF_TYPE_RAW) {
      event.type = pmu.type;
    } else {
      event.config |= uint64_t{pmu.type} << PERF_PMU_TYPE_SHIFT;
    }
  }
  return group;
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
