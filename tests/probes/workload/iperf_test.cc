// iperf3's JSON, captured with iperf 3.12.
#include "probes/workload/iperf.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/fake_host.h"
#include "tests/support/recorded_results.h"

namespace collect {
namespace {

using ::testing::DoubleEq;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Optional;

TEST(IperfTest, Tcp) {
  const RecordedResults results(ParseIperf, Fixture("workloads/iperf_3.12_tcp.json"));
  ASSERT_TRUE(results.status.ok()) << results.status;
  EXPECT_THAT(results.Value("tcp.sender.bps"), Optional(DoubleEq(27460223216.41064)));
  EXPECT_THAT(results.Value("tcp.receiver.bps"), Optional(DoubleEq(27449326204.4059)));
  EXPECT_THAT(results.Value("tcp.retransmits"), Optional(2));
  EXPECT_EQ(results.Value("udp.bps"), std::nullopt);
  EXPECT_THAT(results.Kpis(), ElementsAre("tcp.receiver.bps +", "tcp.sender.bps +"));
}

TEST(IperfTest, Udp) {
  const RecordedResults results(ParseIperf, Fixture("workloads/iperf_3.12_udp.json"));
  ASSERT_TRUE(results.status.ok()) << results.status;
  EXPECT_THAT(results.Value("udp.bps"), Optional(DoubleEq(50064197.19509732)));
  EXPECT_THAT(results.Value("udp.lost_percent"), Optional(0));
  EXPECT_EQ(results.Value("tcp.sender.bps"), std::nullopt);
}

TEST(IperfTest, BothDirections) {
  const RecordedResults results(ParseIperf, Fixture("workloads/iperf_3.12_bidir.json"));
  ASSERT_TRUE(results.status.ok()) << results.status;
  EXPECT_THAT(results.Value("tcp.receiver.bps"), Optional(DoubleEq(3351083440.4439826)));
  EXPECT_THAT(results.Value("tcp.reverse.receiver.bps"), Optional(DoubleEq(26496073847.92385)));
}

TEST(IperfTest, SeveralDocumentsAreAveraged) {
  const std::string one = Fixture("workloads/iperf_3.12_tcp.json");
  const RecordedResults results(ParseIperf, one + one);
  EXPECT_THAT(results.Value("tcp.sender.bps"), Optional(DoubleEq(27460223216.41064)));
}

// The server was not there.
TEST(IperfTest, ItsOwnErrorIsTheError) {
  const RecordedResults results(ParseIperf, Fixture("workloads/iperf_3.12_refused.json"));
  EXPECT_THAT(results.status.message(), HasSubstr("Connection refused"));
  EXPECT_THAT(results.values, IsEmpty());
}

TEST(IperfTest, TextSaysWhatToDo) {
  const RecordedResults results(ParseIperf, "Connecting to host 127.0.0.1, port 15204\n");
  EXPECT_EQ(results.status.message(), "iperf: no JSON: run iperf3 with --json");
}

TEST(IperfTest, CutAnywhere) {
  ExpectCutsAreHonest(ParseIperf, Fixture("workloads/iperf_3.12_udp.json"));
}

}  // namespace
}  // namespace collect
