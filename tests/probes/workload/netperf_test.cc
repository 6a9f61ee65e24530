// netperf's tables. netperf is not in Debian's main; the texts are the examples of its manual
// (doc/netperf.info, chapters 5 and 6), and variants of them.
#include "probes/workload/netperf.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "tests/support/recorded_results.h"

namespace collect {
namespace {

using ::testing::DoubleEq;
using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Optional;
using ::testing::Pair;

constexpr char kTcpStream[] =
    "TCP STREAM TEST from 0.0.0.0 (0.0.0.0) port 0 AF_INET to lag.hpl.hp.com (15.4.89.214) port 0 "
    "AF_INET\n"
    "Recv   Send    Send\n"
    "Socket Socket  Message  Elapsed\n"
    "Size   Size    Size     Time     Throughput\n"
    "bytes  bytes   bytes    secs.    10^6bits/sec\n"
    "\n"
    " 32768  16384  16384    10.00      80.42\n";

constexpr char kUdpStream[] =
    "UDP UNIDIRECTIONAL SEND TEST from 0.0.0.0 (0.0.0.0) port 0 AF_INET to 192.168.2.125 "
    "(192.168.2.125) port 0 AF_INET\n"
    "Socket  Message  Elapsed      Messages\n"
    "Size    Size     Time         Okay Errors   Throughput\n"
    "bytes   bytes    secs            #      #   10^6bits/sec\n"
    "\n"
    "124928   32768   10.00      105672      0    2770.20\n"
    "135168           10.00      104844           2748.50\n";

constexpr char kTcpRr[] =
    "TCP REQUEST/RESPONSE TEST from 0.0.0.0 (0.0.0.0) port 0 AF_INET to lag.hpl.hp.com "
    "(15.4.89.214) port 0 AF_INET\n"
    "Local /Remote\n"
    "Socket Size   Request  Resp.   Elapsed  Trans.\n"
    "Send   Recv   Size     Size    Time     Rate\n"
    "bytes  Bytes  bytes    bytes   secs.    per sec\n"
    "\n"
    "16384  87380  1        1       10.00    29150.15\n"
    "16384  87380\n";

TEST(NetperfTest, TcpStream) {
  const RecordedResults results(ParseNetperf, kTcpStream);
  ASSERT_TRUE(results.status.ok()) << results.status;
  EXPECT_THAT(
      results.values,
      ElementsAre(Pair("ThroughputBoth_Mbps", 80.42), Pair("ThroughputBoth_total_Mbps", 80.42),
                  Pair("Throughput_Mbps", 80.42), Pair("Throughput_total_Mbps", 80.42),
                  Pair("workload", DoubleNear(6135.5591, 0.001))));
  EXPECT_THAT(results.Kpis(), ElementsAre("Throughput_Mbps +", "Throughput_total_Mbps +"));
}

TEST(NetperfTest, UdpStreamHasAReceiver) {
  const RecordedResults results(ParseNetperf, kUdpStream);
  ASSERT_TRUE(results.status.ok()) << results.status;
  EXPECT_THAT(results.Value("Throughput_Mbps"), Optional(2770.2));
  EXPECT_THAT(results.Value("ThroughputRecv_total_Mbps"), Optional(2748.5));
  EXPECT_THAT(results.Value("ThroughputBoth_Mbps"), Optional(DoubleEq(5518.7)));
  // The messages counted above, but for rounding: 105672 + 104844.
  EXPECT_THAT(results.Value("workload"), Optional(DoubleNear(105672 + 104844, 20)));
}

TEST(NetperfTest, TransactionsOfSeveralInstances) {
  const std::string second = absl::StrReplaceAll(kTcpRr, {{"29150.15", "10000.00"}});
  const RecordedResults results(ParseNetperf, absl::StrCat(kTcpRr, second));
  ASSERT_TRUE(results.status.ok()) << results.status;
  EXPECT_THAT(results.Value("Throughput_tps"), Optional(DoubleEq(19575.075)));
  EXPECT_THAT(results.Value("Throughput_total_tps"), Optional(DoubleEq(39150.15)));
  EXPECT_THAT(results.Value("workload"), Optional(DoubleEq(391501.5)));
}

TEST(NetperfTest, IterationsDivideTheTotal) {
  const RecordedResults results(ParseNetperf,
                                absl::StrCat("Iterations: 1\n", kTcpRr, "Iterations: 2\n", kTcpRr));
  EXPECT_THAT(results.Value("Throughput_total_tps"), Optional(DoubleEq(29150.15)));
  EXPECT_THAT(results.Value("workload"), Optional(DoubleEq(291501.5)));
}

// -f M -c -C.
TEST(NetperfTest, OtherUnitsAndUtilizationColumns) {
  const std::string bytes = absl::StrReplaceAll(
      kTcpStream, {{"10^6bits/sec", "MBytes  /sec"}, {"80.42", "10.00  1.2 3.4 0.5 0.6"}});
  const RecordedResults results(ParseNetperf, bytes);
  EXPECT_THAT(results.Value("Throughput_Mbps"), Optional(DoubleNear(83.88608, 1e-9)));
}

TEST(NetperfTest, CutAnywhere) {
  ExpectCutsAreHonest(ParseNetperf, kTcpStream);
  ExpectCutsAreHonest(ParseNetperf, kTcpRr);
  ExpectCutsAreHonest(ParseNetperf, kUdpStream,
                      {"ThroughputBoth_Mbps", "ThroughputBoth_total_Mbps", "workload"});
}

TEST(NetperfTest, InstanceThatFailed) {
  const RecordedResults results(
      ParseNetperf, absl::StrCat(kTcpRr,
                                 "UDP UNIDIRECTIONAL SEND TEST from 0.0.0.0 (0.0.0.0) port 0 "
                                 "AF_INET to a (1.2.3.4) port 0 AF_INET\n"
                                 "udp_send: data send error: Message too long\n"));
  EXPECT_THAT(results.status.message(), HasSubstr("only 1 of 2 instances"));
}

TEST(NetperfTest, WithoutAHeaderTheNumbersMeanNothing) {
  const RecordedResults results(ParseNetperf, " 32768  16384  16384    10.00      80.42\n");
  EXPECT_THAT(results.status.message(), HasSubstr("without -P 0"));
  EXPECT_THAT(results.values, IsEmpty());
}

}  // namespace
}  // namespace collect
