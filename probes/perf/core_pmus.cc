// PMUs of cores, and groups of events on them.
#include "probes/perf/core_pmus.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "probes/host/cpu_list.h"

namespace collect {
namespace {

constexpr absl::string_view kDevices = "/sys/bus/event_source/devices";

}  // namespace

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

}  // namespace collect
