// Thermal throttling, counted once for each core and package.
#include "probes/power/thermal_throttle.h"

#include <gtest/gtest.h>

#include "probes/power/cpu_topology.h"
#include "tests/support/fake_host.h"

namespace collect {
namespace {

// The two CPUs of a core show the same counts, those of a package too.
TEST(ThermalThrottleTest, OneFileForEachCoreAndPackage) {
  FakeHost host;
  host.CopyFixture("skylake-6.1-two_packages");
  host.Write("/sys/devices/system/cpu/cpu3/thermal_throttle/core_throttle_count", "7\n");
  Columns columns;
  Readings readings;
  ThermalThrottle throttle;
  throttle.Open(host, ReadCpuTopology(host, {0, 1, 2, 3, 4, 5, 6, 7}), columns, readings);
  columns.Clear();
  throttle.Read(columns);
  EXPECT_EQ(columns.values().size(), 12u);
  const v1::MetricDescriptor& of_all = columns.metrics()[4];
  EXPECT_EQ(of_all.name(), "turbostat.CoreThr");
  ASSERT_EQ(of_all.formula().numerator_size(), 4);
  EXPECT_EQ(columns.values()[of_all.formula().numerator(3).column()], 7);
}

TEST(ThermalThrottleTest, AnArmServerCountsNone) {
  FakeHost host;
  host.CopyFixture("neoverse-6.1-lpi");
  Columns columns;
  Readings readings;
  ThermalThrottle throttle;
  throttle.Open(host, ReadCpuTopology(host, {0, 1}), columns, readings);
  EXPECT_TRUE(columns.metrics().empty());
  EXPECT_EQ(readings.missing.size(), 1u);
}

}  // namespace
}  // namespace collect
