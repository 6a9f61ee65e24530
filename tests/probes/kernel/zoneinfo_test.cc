// /proc/zoneinfo as a probe.
#include "probes/kernel/zoneinfo.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/fake_host.h"

namespace collect {
namespace {

using ::testing::HasSubstr;
using ::testing::Optional;

class ZoneinfoTest : public testing::Test {
 protected:
  void Open(absl::string_view machine) {
    bench_.host.CopyFixture(machine);
    ASSERT_TRUE(bench_.Open().ok());
    ASSERT_TRUE(bench_.Read().ok());
  }

  Zoneinfo probe_;
  ProbeBench bench_{probe_};
};

TEST_F(ZoneinfoTest, NodesAndZonesAreToldApart) {
  Open("qemu-guest-5.10-two_nodes");
  EXPECT_THAT(bench_.Value("zoneinfo.node0.nr_inactive_anon"), Optional(239));
  EXPECT_THAT(bench_.Value("zoneinfo.node0.DMA.free"), Optional(3913));
  EXPECT_THAT(bench_.Value("zoneinfo.node0.DMA.high"), Optional(199));
  EXPECT_THAT(bench_.Value("zoneinfo.node0.DMA.nr_free_pages"), Optional(3913));
  EXPECT_TRUE(bench_.Value("zoneinfo.node1.nr_file_pages").has_value());
  EXPECT_TRUE(bench_.Value("zoneinfo.node1.DMA32.numa_hit").has_value());
  EXPECT_TRUE(bench_.columns.notes().empty());
}

// Of 4 CPUs: 850 + 3201 + 956 + the last one's.
TEST_F(ZoneinfoTest, ListsOfFreePagesAreAddedUpOverCpus) {
  Open("qemu-guest-6.1-two_nodes");
  EXPECT_THAT(bench_.Value("zoneinfo.node0.DMA.pagesets.high"), Optional(4 * 80));
  EXPECT_GE(*bench_.Value("zoneinfo.node0.DMA32.pagesets.count"), 850 + 3201 + 956);
  EXPECT_THAT(bench_.Value("zoneinfo.node0.DMA32.boost"), Optional(0));
}

TEST_F(ZoneinfoTest, FieldsOf618AreKept) {
  Open("pvm-guest-6.18");
  EXPECT_THAT(bench_.Value("zoneinfo.node0.Normal.promo"), Optional(26255));
  EXPECT_THAT(bench_.Value("zoneinfo.node0.DMA.pagesets.high_max"), Optional(480));
  EXPECT_THAT(bench_.Value("zoneinfo.node0.DMA32.start_pfn"), Optional(4096));
  EXPECT_THAT(bench_.Value("zoneinfo.node0.pgdemote_direct"), Optional(0));
  EXPECT_EQ(bench_.ColumnOf("zoneinfo.node0.pagesets.count"), -1);
}

// S-040: levels and counters.
TEST_F(ZoneinfoTest, KindsAndUnits) {
  Open("pvm-guest-6.18");
  EXPECT_EQ(bench_.MetricOf("zoneinfo.node0.DMA.free").kind(), v1::GAUGE);
  EXPECT_EQ(bench_.MetricOf("zoneinfo.node0.DMA.free").unit(), "pages");
  EXPECT_EQ(bench_.MetricOf("zoneinfo.node0.DMA.numa_hit").kind(), v1::COUNTER);
  EXPECT_EQ(bench_.MetricOf("zoneinfo.node0.DMA.pagesets.count").kind(), v1::GAUGE);
  EXPECT_EQ(bench_.MetricOf("zoneinfo.node0.nr_kernel_stack").unit(), "kB");
}

// A zone that got its first page moves all lines below it.
TEST_F(ZoneinfoTest, ZonesComeAndGo) {
  bench_.host.Write("/proc/zoneinfo",
                    "Node 0, zone Normal\n  pages free     7\n        min      1\n");
  ASSERT_TRUE(bench_.Open().ok());
  bench_.host.Write("/proc/zoneinfo",
                    "Node 0, zone DMA\n  pages free     5\n        min      2\n"
                    "Node 0, zone Normal\n  pages free     6\n        min      3\n");
  ASSERT_TRUE(bench_.Read().ok());
  EXPECT_THAT(bench_.Value("zoneinfo.node0.DMA.free"), Optional(5));
  EXPECT_THAT(bench_.Value("zoneinfo.node0.Normal.free"), Optional(6));
  EXPECT_THAT(bench_.Value("zoneinfo.node0.Normal.min"), Optional(3));
  EXPECT_EQ(bench_.columns.metrics().size(), 4);
}

TEST_F(ZoneinfoTest, AbsentFileIsNotPresent) {
  const absl::Status status = bench_.Open();
  EXPECT_TRUE(absl::IsNotFound(status)) << status;
  EXPECT_THAT(status.message(), HasSubstr("/proc/zoneinfo"));
}

}  // namespace
}  // namespace collect
