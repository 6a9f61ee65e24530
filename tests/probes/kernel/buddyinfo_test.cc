// /proc/buddyinfo as a probe.
#include "probes/kernel/buddyinfo.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/fake_host.h"

namespace collect {
namespace {

using ::testing::HasSubstr;
using ::testing::Optional;

class BuddyinfoTest : public testing::Test {
 protected:
  void Open(absl::string_view machine) {
    bench_.host.CopyFixture(machine);
    ASSERT_TRUE(bench_.Open().ok());
    ASSERT_TRUE(bench_.Read().ok());
  }

  Buddyinfo probe_;
  ProbeBench bench_{probe_};
};

TEST_F(BuddyinfoTest, EachSizeOfEachZone) {
  Open("pvm-guest-6.18");
  EXPECT_THAT(bench_.Value("buddyinfo.node0.DMA.order10"), Optional(3));
  EXPECT_THAT(bench_.Value("buddyinfo.node0.Normal.order0"), Optional(8636));
  EXPECT_EQ(bench_.columns.metrics().size(), 33);
  EXPECT_EQ(bench_.MetricOf("buddyinfo.node0.DMA.order0").kind(), v1::GAUGE);
}

TEST_F(BuddyinfoTest, EachNode) {
  Open("qemu-guest-5.10-two_nodes");
  EXPECT_THAT(bench_.Value("buddyinfo.node0.DMA32.order10"), Optional(224));
  EXPECT_THAT(bench_.Value("buddyinfo.node1.DMA32.order10"), Optional(238));
}

TEST_F(BuddyinfoTest, TwoNodesOf61) {
  Open("qemu-guest-6.1-two_nodes");
  EXPECT_TRUE(bench_.Value("buddyinfo.node1.DMA32.order0").has_value());
}

// Kernels differ in the largest size (arm64 with 64 KiB pages goes to 13).
TEST_F(BuddyinfoTest, ZonesAndSizesMayAppear) {
  bench_.host.Write("/proc/buddyinfo", "Node 0, zone Normal 1 2\n");
  ASSERT_TRUE(bench_.Open().ok());
  bench_.host.Write("/proc/buddyinfo", "Node 0, zone DMA 7\nx\nNode 0, zone Normal 3 4 5\n");
  ASSERT_TRUE(bench_.Read().ok());
  EXPECT_THAT(bench_.Value("buddyinfo.node0.DMA.order0"), Optional(7));
  EXPECT_THAT(bench_.Value("buddyinfo.node0.Normal.order1"), Optional(4));
  EXPECT_THAT(bench_.Value("buddyinfo.node0.Normal.order2"), Optional(5));
  EXPECT_EQ(bench_.columns.metrics().size(), 4);
  EXPECT_TRUE(bench_.HasNote("\"x\""));
}

TEST_F(BuddyinfoTest, AbsentFileIsNotPresent) {
  const absl::Status status = bench_.Open();
  EXPECT_TRUE(absl::IsNotFound(status)) << status;
  EXPECT_THAT(status.message(), HasSubstr("/proc/buddyinfo"));
}

}  // namespace
}  // namespace collect
