// The kernel's own event names.
#include "probes/perf/kernel_event.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace collect {
namespace {

constexpr double kMsPerNs = 1e-6;

struct Named {
  absl::string_view name;
  uint32_t type;
  uint64_t config;
};

// Aliases stand behind the name that `perf list` prints first.
constexpr Named kEvents[] = {
    {"cpu-cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES},
    {"cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES},
    {"instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS},
    {"cache-references", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_REFERENCES},
    {"cache-misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES},
    {"branch-instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS},
    {"branches", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS},
    {"branch-misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES},
    {"bus-cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BUS_CYCLES},
    {"stalled-cycles-frontend", PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_FRONTEND},
    {"stalled-cycles-backend", PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_BACKEND},
    {"idle-cycles-frontend", PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_FRONTEND},
    {"idle-cycles-backend", PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_BACKEND},
    {"ref-cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_REF_CPU_CYCLES},
    {"cpu-clock", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK},
    {"task-clock", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK},
    {"page-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS},
    {"faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS},
    {"context-switches", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES},
    {"cs", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES},
    {"cpu-migrations", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_MIGRATIONS},
    {"migrations", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_MIGRATIONS},
    {"minor-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS_MIN},
    {"major-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS_MAJ},
    {"alignment-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_ALIGNMENT_FAULTS},
    {"emulation-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_EMULATION_FAULTS},
    {"cgroup-switches", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CGROUP_SWITCHES},
};

// A cache event is "CACHE-OPERATION": config = cache | operation << 8 | result << 16.
struct Part {
  absl::string_view name;
  uint64_t config;
};
constexpr uint64_t OperationAndResult(uint64_t operation, uint64_t result) {
  return operation << 8 | result << 16;
}
constexpr Part kCaches[] = {
    {"L1-dcache-", PERF_COUNT_HW_CACHE_L1D}, {"L1-icache-", PERF_COUNT_HW_CACHE_L1I},
    {"LLC-", PERF_COUNT_HW_CACHE_LL},        {"dTLB-", PERF_COUNT_HW_CACHE_DTLB},
    {"iTLB-", PERF_COUNT_HW_CACHE_ITLB},     {"branch-", PERF_COUNT_HW_CACHE_BPU},
    {"node-", PERF_COUNT_HW_CACHE_NODE},
};
constexpr uint64_t kAccess = PERF_COUNT_HW_CACHE_RESULT_ACCESS;
constexpr uint64_t kMiss = PERF_COUNT_HW_CACHE_RESULT_MISS;
constexpr Part kOperations[] = {
    {"loads", OperationAndResult(PERF_COUNT_HW_CACHE_OP_READ, kAccess)},
    {"load-misses", OperationAndResult(PERF_COUNT_HW_CACHE_OP_READ, kMiss)},
    {"stores", OperationAndResult(PERF_COUNT_HW_CACHE_OP_WRITE, kAccess)},
    {"store-misses", OperationAndResult(PERF_COUNT_HW_CACHE_OP_WRITE, kMiss)},
    {"prefetches", OperationAndResult(PERF_COUNT_HW_CACHE_OP_PREFETCH, kAccess)},
    {"prefetch-misses", OperationAndResult(PERF_COUNT_HW_CACHE_OP_PREFETCH, kMiss)},
};

bool IsClock(const Named& event) {
  return event.type == PERF_TYPE_SOFTWARE &&
         (event.config == PERF_COUNT_SW_CPU_CLOCK || event.config == PERF_COUNT_SW_TASK_CLOCK);
}

std::optional<uint64_t> CacheConfig(absl::string_view name) {
  for (const Part& cache : kCaches) {
    absl::string_view rest = name;
    if (!absl::ConsumePrefix(&rest, cache.name)) continue;
    for (const Part& operation : kOperations) {
      if (rest == operation.name) return cache.config | operation.config;
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<EventSpec> KernelEvent(absl::string_view name) {
  for (const Named& event : kEvents) {
    if (event.name != name) continue;
    EventSpec spec{std::string(name), event.type, event.config};
    // The kernel counts the clocks in ns; perf and the robot show ms.
    if (IsClock(event)) spec.unit = "ms", spec.weight = kMsPerNs;
    return spec;
  }
  const std::optional<uint64_t> config = CacheConfig(name);
  if (!config.has_value()) return std::nullopt;
  return EventSpec{std::string(name), PERF_TYPE_HW_CACHE, *config};
}

std::vector<std::string> KernelEventNames() {
  std::vector<std::string> names;
  for (const Named& event : kEvents) names.emplace_back(event.name);
  for (const Part& cache : kCaches) {
    for (const Part& operation : kOperations) {
      names.push_back(absl::StrCat(cache.name, operation.name));
    }
  }
  return names;
}

std::vector<EventSpec> KernelEvents(std::initializer_list<absl::string_view> names) {
  std::vector<EventSpec> events;
  for (absl::string_view name : names) events.push_back(KernelEvent(name).value());
  return events;
}

}  // namespace collect
