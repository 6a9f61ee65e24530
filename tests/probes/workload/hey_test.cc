// hey's summary, captured with hey 0.1.4.
#include "probes/workload/hey.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/fake_host.h"
#include "tests/support/recorded_results.h"

namespace collect {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Optional;
using ::testing::Pair;

TEST(HeyTest, Summary) {
  const RecordedResults results(ParseHey, Fixture("workloads/hey_0.1.4.txt"));
  ASSERT_TRUE(results.status.ok()) << results.status;
  EXPECT_THAT(results.Value("requests_per_second"), Optional(1697.7612));
  EXPECT_THAT(results.Value("latency_ms.avg"), Optional(DoubleNear(1.1, 1e-9)));
  EXPECT_THAT(results.Value("latency_ms.99%"), Optional(DoubleNear(5.2, 1e-9)));
  EXPECT_THAT(results.Value("responses.200"), Optional(200));
  EXPECT_THAT(results.Value("errors"), Optional(0));
  EXPECT_TRUE(results.Kpis().count("requests_per_second +"));
  EXPECT_TRUE(results.Kpis().count("latency_ms.99% -"));
}

// No server: hey prints 7567 requests a second, none of which was answered.
TEST(HeyTest, RateOfRefusedRequestsIsNoResult) {
  const RecordedResults results(ParseHey, Fixture("workloads/hey_0.1.4_refused.txt"));
  EXPECT_THAT(results.status.message(), HasSubstr("no request was answered"));
  EXPECT_THAT(results.values, ElementsAre(Pair("errors", 20)));
}

TEST(HeyTest, AnswersThatAreNot2xxAreNoted) {
  const RecordedResults results(ParseHey,
                                "Summary:\n  Total:\t1.0 secs\n  Requests/sec:\t10.0\n\n"
                                "Status code distribution:\n  [200]\t6 responses\n"
                                "  [503]\t4 responses\n");
  ASSERT_TRUE(results.status.ok()) << results.status;
  EXPECT_TRUE(results.HasNote("4 answers had status 503"));
}

TEST(HeyTest, CutAnywhere) { ExpectCutsAreHonest(ParseHey, Fixture("workloads/hey_0.1.4.txt")); }

}  // namespace
}  // namespace collect
