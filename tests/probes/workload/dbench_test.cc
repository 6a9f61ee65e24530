// dbench and tbench, captured with dbench 4.0.
#include "probes/workload/dbench.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/fake_host.h"
#include "tests/support/recorded_results.h"

namespace collect {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Optional;

TEST(DbenchTest, ThroughputAndOperations) {
  const RecordedResults results(ParseDbench, Fixture("workloads/dbench_4.0.txt"));
  ASSERT_TRUE(results.status.ok()) << results.status;
  EXPECT_THAT(results.Value("throughput-MB/sec"), Optional(48.9606));
  EXPECT_THAT(results.Value("max_latency"), Optional(26.901));
  EXPECT_THAT(results.Value("Flush.count"), Optional(271));
  EXPECT_THAT(results.Value("Flush.avg_latency"), Optional(8.011));
  EXPECT_THAT(results.Value("Flush.max_latency"), Optional(26.886));
  EXPECT_THAT(results.Kpis(), ElementsAre("max_latency -", "throughput-MB/sec +"));
}

TEST(DbenchTest, Tbench) {
  const RecordedResults results(ParseDbench, Fixture("workloads/tbench_4.0.txt"));
  ASSERT_TRUE(results.status.ok()) << results.status;
  EXPECT_THAT(results.Value("throughput-MB/sec"), Optional(86.9786));
}

// Captured: dbench -t 1 had no time to measure.
TEST(DbenchTest, ThroughputOfNothingIsNoResult) {
  const RecordedResults results(ParseDbench,
                                "Throughput 0 MB/sec  2 clients  2 procs  max_latency=0.000 ms\n");
  EXPECT_THAT(results.status.message(), HasSubstr("run it longer"));
  EXPECT_THAT(results.values, IsEmpty());
}

TEST(DbenchTest, CutAnywhere) {
  ExpectCutsAreHonest(ParseDbench, Fixture("workloads/dbench_4.0.txt"));
}

}  // namespace
}  // namespace collect
