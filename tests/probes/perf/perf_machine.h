// A machine whose perf events a test scripts.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "probes/perf/default_groups.h"
#include "probes/perf/kernel_event.h"
#include "probes/perf/perf_stat.h"
#include "tests/support/fake_host.h"

namespace collect {

inline constexpr uint64_t kSecondNs = 1'000'000'000;

/// The groups of a machine whose cores are all alike.
inline std::vector<GroupSpec> ByDefault() {
  FakeHost host;
  return DefaultPerfGroups(host);
}

inline GroupSpec Software() { return ByDefault().back(); }

inline GroupSpec Hardware() { return {"hardware", KernelEvents({"cpu-cycles", "instructions"})}; }

/// A machine of two CPUs that counts the given groups.
class Machine {
 public:
  explicit Machine(std::vector<GroupSpec> groups = {Software()})
      : probe(std::move(groups)), bench(probe) {
    host().Write("/sys/devices/system/cpu/present", "0-1\n");
    SetOnline("0-1");
    host().Write("/proc/sys/kernel/perf_event_paranoid", "2\n");
  }

  FakeHost& host() { return bench.host; }
  FakePerf& perf() { return bench.host.perf; }
  FakePerf::Counter& Cycles(int cpu) {
    return perf().At(cpu, PERF_COUNT_HW_CPU_CYCLES, PERF_TYPE_HARDWARE);
  }
  void SetOnline(absl::string_view cpus) {
    host().Write("/sys/devices/system/cpu/online", absl::StrCat(cpus, "\n"));
  }
  void SetCapabilities(absl::string_view hex) {
    host().Write("/proc/self/status", absl::StrCat("Name:\tcollect\nCapEff:\t", hex, "\n"));
  }
  std::string NameOf(uint32_t column) const {
    for (const v1::MetricDescriptor& metric : bench.columns.metrics()) {
      if (!metric.has_formula() && column-- == 0) return metric.name();
    }
    return "no such column";
  }

  PerfStat probe;
  ProbeBench bench;
};

}  // namespace collect
