// wrk's report: 4.1.0 captured; wrk2's in its known form, not captured.
#include "probes/workload/wrk.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/fake_host.h"
#include "tests/support/recorded_results.h"

namespace collect {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Optional;
using ::testing::Pair;

// wrk -t1 -c2 -d1s --latency against a small server.
TEST(WrkTest, WithLatencies) {
  const RecordedResults results(ParseWrk, Fixture("workloads/wrk_4.1_latency.txt"));
  ASSERT_TRUE(results.status.ok()) << results.status;
  EXPECT_THAT(results.values,
              ElementsAre(Pair("latency_ms.50%", 0.511), Pair("latency_ms.75%", 1.94),
                          Pair("latency_ms.90%", 4.19), Pair("latency_ms.99%", 8.74),
                          Pair("latency_ms.avg", 1.45), Pair("latency_ms.max", 12.57),
                          Pair("latency_ms.stdev", 1.94), Pair("requests", 1874),
                          Pair("requests_per_second", 1865.95), Pair("transfer_rate", 623.35)));
  EXPECT_TRUE(results.Kpis().count("requests_per_second +"));
  EXPECT_TRUE(results.Kpis().count("latency_ms.99% -"));
}

// The page did not exist: fast answers, all wrong.
TEST(WrkTest, RefusedRequestsAreNoted) {
  const RecordedResults results(ParseWrk, Fixture("workloads/wrk_4.1_404.txt"));
  ASSERT_TRUE(results.status.ok()) << results.status;
  EXPECT_THAT(results.Value("non_2xx_responses"), Optional(1518));
  EXPECT_TRUE(results.HasNote("1518 responses"));
}

TEST(WrkTest, Wrk2CountsTheCorrectedLatencies) {
  const RecordedResults results(
      ParseWrk,
      "Running 30s test @ http://127.0.0.1:80/index.html\n"
      "  2 threads and 100 connections\n"
      "  Thread calibration: mean lat.: 10087 usec, rate sampling interval: 22 msec\n"
      "  Thread Stats   Avg      Stdev     Max   +/- Stdev\n"
      "    Latency     6.60ms    1.92ms  12.50ms   68.46%\n"
      "    Req/Sec     1.04k     1.08k    2.50k    72.79%\n"
      "  Latency Distribution (HdrHistogram - Recorded Latency)\n"
      " 50.000%    6.67ms\n"
      " 99.900%   11.68ms\n"
      "100.000%    1.25s \n"
      "\n"
      "  Detailed Percentile spectrum:\n"
      "       Value   Percentile   TotalCount 1/(1-Percentile)\n"
      "       0.921     0.000000            1         1.00\n"
      "  Latency Distribution (HdrHistogram - Uncorrected Latency (measured without taking delayed "
      "starts into account))\n"
      " 50.000%    2.67ms\n"
      "\n"
      "  60018 requests in 30.00s, 19.81MB read\n"
      "  Socket errors: connect 0, read 3, write 0, timeout 7\n"
      "Requests/sec:   2000.28\n"
      "Transfer/sec:      1.50MB\n");
  ASSERT_TRUE(results.status.ok()) << results.status;
  EXPECT_THAT(results.Value("latency_ms.50%"), Optional(6.67));
  EXPECT_THAT(results.Value("latency_ms.99.9%"), Optional(11.68));
  EXPECT_THAT(results.Value("latency_ms.100%"), Optional(1250));
  EXPECT_THAT(results.Value("transfer_rate"), Optional(DoubleNear(1536, 1e-9)));
  EXPECT_THAT(results.Value("socket_errors.timeout"), Optional(7));
  EXPECT_TRUE(results.HasNote("timeout 7"));
}

TEST(WrkTest, NoServer) {
  const RecordedResults results(ParseWrk, "unable to connect to 127.0.0.1:1 Connection refused\n");
  EXPECT_THAT(results.status.message(), HasSubstr("no line \"Requests/sec:\""));
  EXPECT_THAT(results.values, IsEmpty());
}

TEST(WrkTest, CutAnywhere) {
  ExpectCutsAreHonest(ParseWrk, Fixture("workloads/wrk_4.1_latency.txt"));
}

}  // namespace
}  // namespace collect
