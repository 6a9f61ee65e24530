// schbench's percentiles; the texts are from messages to the kernel's mailing list.
#include "probes/workload/schbench.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/recorded_results.h"

namespace collect {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Optional;
using ::testing::Pair;

constexpr char kReport[] =
    "Wakeup Latencies percentiles (usec) runtime 30 (s) (209403 total samples)\n"
    "\t  50.0th: 8          (43672 samples)\n"
    "\t  90.0th: 13         (83908 samples)\n"
    "\t* 99.0th: 20         (18323 samples)\n"
    "\t  99.9th: 775        (1785 samples)\n"
    "\t  min=1, max=8400\n"
    "Request Latencies percentiles (usec) runtime 30 (s) (209543 total samples)\n"
    "\t  50.0th: 13648      (59873 samples)\n"
    "\t* 99.0th: 14320      (16342 samples)\n"
    "\t  min=5130, max=38334\n"
    "RPS percentiles (requests) runtime 30 (s) (31 total samples)\n"
    "\t  20.0th: 6968       (8 samples)\n"
    "\t* 50.0th: 6984       (23 samples)\n"
    "\t  min=6835, max=6991\n"
    "average rps: 6984.77\n";

TEST(SchbenchTest, Report) {
  const RecordedResults results(ParseSchbench, kReport);
  ASSERT_TRUE(results.status.ok()) << results.status;
  EXPECT_THAT(
      results.values,
      ElementsAre(Pair("average_rps", 6984.77), Pair("request_latency_us.50%", 13648),
                  Pair("request_latency_us.99%", 14320), Pair("request_latency_us.max", 38334),
                  Pair("rps.20%", 6968), Pair("rps.50%", 6984), Pair("wakeup_latency_us.50%", 8),
                  Pair("wakeup_latency_us.90%", 13), Pair("wakeup_latency_us.99%", 20),
                  Pair("wakeup_latency_us.99.9%", 775), Pair("wakeup_latency_us.max", 8400)));
  EXPECT_THAT(results.Kpis(),
              ElementsAre("average_rps +", "request_latency_us.50% -", "request_latency_us.99% -",
                          "wakeup_latency_us.50% -", "wakeup_latency_us.99% -"));
}

TEST(SchbenchTest, OldReport) {
  const RecordedResults results(ParseSchbench,
                                "Latency percentiles (usec)\n"
                                "        50.0000th: 22\n"
                                "        *99.0000th: 2132\n"
                                "        min=0, max=25313\n");
  ASSERT_TRUE(results.status.ok()) << results.status;
  EXPECT_THAT(results.values, ElementsAre(Pair("latency_us.50%", 22), Pair("latency_us.99%", 2132),
                                          Pair("latency_us.max", 25313)));
}

TEST(SchbenchTest, LastReportCounts) {
  const RecordedResults results(ParseSchbench,
                                "Wakeup Latencies percentiles (usec) runtime 10 (s) (9 total "
                                "samples)\n\t  50.0th: 99   (9 samples)\ncurrent rps: 1851.21\n" +
                                    std::string(kReport));
  EXPECT_THAT(results.Value("wakeup_latency_us.50%"), Optional(8));
}

TEST(SchbenchTest, EmptyStdoutSaysWhatToDo) {
  const RecordedResults results(ParseSchbench, "");
  EXPECT_THAT(results.status.message(), HasSubstr("2>&1"));
  EXPECT_THAT(results.values, IsEmpty());
}

TEST(SchbenchTest, CutAnywhere) { ExpectCutsAreHonest(ParseSchbench, kReport); }

}  // namespace
}  // namespace collect
