// mcperf's report; the text is an example of twemperf's README.
#include "probes/workload/mcperf.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/recorded_results.h"

namespace collect {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;

constexpr char kReport[] =
    "Total: connections 1000 requests 10000 responses 10000 test-duration 1.009 s\n"
    "\n"
    "Connection rate: 991.1 conn/s (1.0 ms/conn <= 23 concurrent connections)\n"
    "Connection time [ms]: avg 10.3 min 10.1 max 14.1 stddev 0.1\n"
    "Connect time [ms]: avg 0.2 min 0.1 max 0.8 stddev 0.0\n"
    "\n"
    "Request rate: 9910.5 req/s (0.1 ms/req)\n"
    "Request size [B]: avg 35.9 min 28.0 max 44.0 stddev 4.8\n"
    "\n"
    "Response rate: 9910.5 rsp/s (0.1 ms/rsp)\n"
    "Response size [B]: avg 8.0 min 8.0 max 8.0 stddev 0.0\n"
    "Response time [ms]: avg 0.2 min 0.1 max 13.4 stddev 0.00\n"
    "Response time [ms]: p25 1.0 p50 1.0 p75 1.0\n"
    "Response time [ms]: p95 1.0 p99 1.0 p999 1.0\n"
    "Response type: stored 10000 not_stored 0 exists 0 not_found 0\n"
    "\n"
    "Errors: total 0 client-timo 0 socket-timo 0 connrefused 0 connreset 0\n"
    "Errors: fd-unavail 0 ftab-full 0 addrunavail 0 other 0\n"
    "\n"
    "CPU time [s]: user 0.64 system 0.35 (user 63.6% system 35.1% total 98.7%)\n";

TEST(McperfTest, Report) {
  const RecordedResults results(ParseMcperf, kReport);
  ASSERT_TRUE(results.status.ok()) << results.status;
  EXPECT_THAT(results.values,
              ElementsAre(Pair("errors", 0), Pair("requests", 10000),
                          Pair("requests_per_second", 9910.5), Pair("response_time_ms.avg", 0.2),
                          Pair("response_time_ms.max", 13.4), Pair("response_time_ms.min", 0.1),
                          Pair("response_time_ms.p25", 1), Pair("response_time_ms.p50", 1),
                          Pair("response_time_ms.p75", 1), Pair("response_time_ms.p95", 1),
                          Pair("response_time_ms.p99", 1), Pair("response_time_ms.p999", 1),
                          Pair("responses", 10000), Pair("responses_per_second", 9910.5)));
  EXPECT_TRUE(results.Kpis().count("responses_per_second +"));
  EXPECT_TRUE(results.Kpis().count("response_time_ms.p99 -"));
}

TEST(McperfTest, EmptyStdoutSaysWhatToDo) {
  const RecordedResults results(ParseMcperf, "");
  EXPECT_THAT(results.status.message(), HasSubstr("2>&1"));
  EXPECT_THAT(results.values, IsEmpty());
}

TEST(McperfTest, CutAnywhere) { ExpectCutsAreHonest(ParseMcperf, kReport); }

}  // namespace
}  // namespace collect
