// The kernel's own event names.
#include "probes/perf/kernel_event.h"

#include <gtest/gtest.h>

namespace collect {
namespace {

// Encodings as `perf stat -vv` shows them (type, config) for the same names.
TEST(KernelEventTest, NamesAreEncodedAsPerfEncodesThem) {
  const struct {
    const char* name;
    uint32_t type;
    uint64_t config;
  } kCases[] = {
      {"cpu-cycles", PERF_TYPE_HARDWARE, 0},
      {"cycles", PERF_TYPE_HARDWARE, 0},
      {"instructions", PERF_TYPE_HARDWARE, 1},
      {"branches", PERF_TYPE_HARDWARE, 4},
      {"ref-cycles", PERF_TYPE_HARDWARE, 9},
      {"cpu-clock", PERF_TYPE_SOFTWARE, 0},
      {"context-switches", PERF_TYPE_SOFTWARE, 3},
      {"major-faults", PERF_TYPE_SOFTWARE, 6},
      {"L1-dcache-loads", PERF_TYPE_HW_CACHE, 0x0},
      {"L1-dcache-load-misses", PERF_TYPE_HW_CACHE, 0x10000},
      {"L1-icache-load-misses", PERF_TYPE_HW_CACHE, 0x10001},
      {"LLC-store-misses", PERF_TYPE_HW_CACHE, 0x10102},
      {"dTLB-load-misses", PERF_TYPE_HW_CACHE, 0x10003},
      {"dTLB-stores", PERF_TYPE_HW_CACHE, 0x103},
      {"iTLB-load-misses", PERF_TYPE_HW_CACHE, 0x10004},
      {"branch-loads", PERF_TYPE_HW_CACHE, 0x5},
      {"node-prefetch-misses", PERF_TYPE_HW_CACHE, 0x10206},
  };
  for (const auto& test_case : kCases) {
    const std::optional<EventSpec> event = KernelEvent(test_case.name);
    ASSERT_TRUE(event.has_value()) << test_case.name;
    EXPECT_EQ(event->name, test_case.name);
    EXPECT_EQ(event->type, test_case.type) << test_case.name;
    EXPECT_EQ(event->config, test_case.config) << test_case.name;
  }
}

TEST(KernelEventTest, ClocksAreShownInMilliseconds) {
  EXPECT_EQ(KernelEvent("cpu-clock")->unit, "ms");
  EXPECT_EQ(KernelEvent("cpu-clock")->weight, 1e-6);
  EXPECT_EQ(KernelEvent("cpu-cycles")->unit, "count");
  EXPECT_EQ(KernelEvent("cpu-cycles")->weight, 1);
}

TEST(KernelEventTest, OtherNamesAreUnknown) {
  for (const char* name : {"", "cpu-cycle", "L1-dcache-", "dTLB", "loads", "L1-dcache-loads:u"}) {
    EXPECT_FALSE(KernelEvent(name).has_value()) << name;
  }
}

}  // namespace
}  // namespace collect
