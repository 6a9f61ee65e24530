// /proc/net/sockstat and sockstat6 as a probe.
#include "probes/kernel/sockstat.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/fake_host.h"

namespace collect {
namespace {

using ::testing::HasSubstr;
using ::testing::Optional;

class SockstatTest : public testing::Test {
 protected:
  Sockstat probe_;
  ProbeBench bench_{probe_};
};

TEST_F(SockstatTest, RealFilesOfBothFamilies) {
  bench_.host.CopyFixture("qemu-guest-5.10-two_nodes");
  ASSERT_TRUE(bench_.Open().ok());
  ASSERT_TRUE(bench_.Read().ok());
  EXPECT_THAT(bench_.Value("sockstat.sockets.used"), Optional(1));
  EXPECT_THAT(bench_.Value("sockstat.TCP.tw"), Optional(190));
  EXPECT_THAT(bench_.Value("sockstat.TCP6.inuse"), Optional(1));
  EXPECT_THAT(bench_.Value("sockstat.FRAG6.memory"), Optional(0));
  EXPECT_EQ(bench_.MetricOf("sockstat.TCP.mem").unit(), "pages");
  EXPECT_EQ(bench_.MetricOf("sockstat.FRAG.memory").unit(), "bytes");
  EXPECT_EQ(bench_.columns.metrics().size(), 18);
  EXPECT_TRUE(bench_.columns.notes().empty());
}

// S-040: all are levels.
TEST_F(SockstatTest, AllAreLevels) {
  for (const char* machine : {"qemu-guest-6.1-two_nodes", "pvm-guest-6.18"}) {
    Sockstat probe;
    ProbeBench bench(probe);
    bench.host.CopyFixture(machine);
    ASSERT_TRUE(bench.Open().ok());
    EXPECT_EQ(bench.columns.metrics().size(), 18) << machine;
    for (const v1::MetricDescriptor& metric : bench.columns.metrics()) {
      EXPECT_EQ(metric.kind(), v1::GAUGE) << metric.name();
    }
  }
}

TEST_F(SockstatTest, KernelWithoutIpv6) {
  bench_.host.Write("/proc/net/sockstat", "TCP: inuse 5\n");
  ASSERT_TRUE(bench_.Open().ok());
  EXPECT_THAT(bench_.Value("sockstat.TCP.inuse"), Optional(5));
}

TEST_F(SockstatTest, AbsentFileIsNotPresent) {
  const absl::Status status = bench_.Open();
  EXPECT_TRUE(absl::IsNotFound(status)) << status;
  EXPECT_THAT(status.message(), HasSubstr("/proc/net/sockstat"));
}

TEST_F(SockstatTest, FieldsAndLinesComeAndGo) {
  bench_.host.Write("/proc/net/sockstat", "TCP: inuse 5 mem 1\nUDP: inuse 2\n");
  ASSERT_TRUE(bench_.Open().ok());
  bench_.host.Write("/proc/net/sockstat", "TCP: inuse 6 new 4 mem 3\nX: y\nUDP: inuse 7\n");
  ASSERT_TRUE(bench_.Read().ok());
  EXPECT_THAT(bench_.Value("sockstat.TCP.inuse"), Optional(6));
  EXPECT_THAT(bench_.Value("sockstat.TCP.new"), Optional(4));
  EXPECT_THAT(bench_.Value("sockstat.TCP.mem"), Optional(3));
  EXPECT_THAT(bench_.Value("sockstat.UDP.inuse"), Optional(7));
  EXPECT_EQ(bench_.columns.metrics().size(), 4);
  EXPECT_TRUE(bench_.HasNote("\"X: y\""));
}

}  // namespace
}  // namespace collect
