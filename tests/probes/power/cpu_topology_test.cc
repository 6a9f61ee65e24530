// Cores and packages.
#include "probes/power/cpu_topology.h"

#include <gtest/gtest.h>

#include "tests/support/fake_host.h"

namespace collect {
namespace {

TEST(CpuTopologyTest, CoreNumbersBeginAnewInEachPackage) {
  FakeHost host;
  host.CopyFixture("skylake-6.1-two_packages");
  const std::vector<CpuPlace> places = ReadCpuTopology(host, {0, 1, 2, 3, 4, 5, 6, 7});
  EXPECT_EQ(FirstOfEachCore(places).size(), 4u);
  EXPECT_EQ(FirstOfEachPackage(places).size(), 2u);
  EXPECT_EQ(CpusInCore(places, places[3]), 2);
}

TEST(CpuTopologyTest, WithSmtOffEachCoreHasOneCpu) {
  FakeHost host;
  host.CopyFixture("skylake-6.1-two_packages");
  const std::vector<CpuPlace> places = ReadCpuTopology(host, {0, 1, 2, 3});
  EXPECT_EQ(FirstOfEachCore(places).size(), 4u);
  EXPECT_EQ(CpusInCore(places, places[0]), 1);
}

// Firmware of some ARM machines gives -1, and some kernels have no such files.
TEST(CpuTopologyTest, WhereNothingIsSaidACpuIsACoreOfPackage0) {
  FakeHost host;
  host.Write("/sys/devices/system/cpu/cpu1/topology/physical_package_id", "-1\n");
  const std::vector<CpuPlace> places = ReadCpuTopology(host, {0, 1});
  EXPECT_EQ(places[1].package, 0);
  EXPECT_EQ(FirstOfEachCore(places).size(), 2u);
}

}  // namespace
}  // namespace collect
