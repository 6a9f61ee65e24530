// pgbench's report: PostgreSQL 15 captured, older wordings in their known form, not captured.
#include "probes/workload/pgbench.h"

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
using ::testing::Pair;

// The wording until PostgreSQL 13, not captured.
constexpr char kOldWording[] =
    "transaction type: <builtin: TPC-B (sort of)>\n"
    "number of clients: 10\n"
    "number of transactions actually processed: 10000/10000\n"
    "latency average = 15.844 ms\n"
    "latency stddev = 2.715 ms\n"
    "tps = 618.764555 (including connections establishing)\n"
    "tps = 622.977698 (excluding connections establishing)\n";

TEST(PgbenchTest, NewWording) {
  const RecordedResults results(ParsePgbench, Fixture("workloads/pgbench_15.txt"));
  ASSERT_TRUE(results.status.ok()) << results.status;
  EXPECT_THAT(results.values, ElementsAre(Pair("failed_transactions", 0), Pair("latency_ms", 0.497),
                                          Pair("tps", 4020.143925), Pair("transactions", 4001)));
  EXPECT_THAT(results.Kpis(), ElementsAre("latency_ms -", "tps +"));
}

// -C -r: the table of statements follows.
TEST(PgbenchTest, Reconnecting) {
  const RecordedResults results(ParsePgbench, Fixture("workloads/pgbench_15_reconnect.txt"));
  ASSERT_TRUE(results.status.ok()) << results.status;
  EXPECT_THAT(results.Value("tps"), Optional(297.559018));
}

TEST(PgbenchTest, OldWording) {
  const RecordedResults results(ParsePgbench, kOldWording);
  ASSERT_TRUE(results.status.ok()) << results.status;
  EXPECT_THAT(results.values,
              ElementsAre(Pair("latency_ms", 15.844), Pair("latency_stddev_ms", 2.715),
                          Pair("tps", 618.764555), Pair("tps_exclude_connect", 622.977698),
                          Pair("transactions", 10000)));
}

TEST(PgbenchTest, NoServer) {
  const RecordedResults results(ParsePgbench, "pgbench: error: could not create connection\n");
  EXPECT_THAT(results.status.message(), HasSubstr("no line \"tps = \""));
  EXPECT_THAT(results.values, IsEmpty());
}

TEST(PgbenchTest, AbortedRun) {
  const RecordedResults results(
      ParsePgbench,
      std::string(kOldWording) + "Run was aborted; the above results are incomplete.\n");
  EXPECT_THAT(results.status.message(), HasSubstr("aborted"));
  EXPECT_THAT(results.Value("transactions"), Optional(10000));
}

TEST(PgbenchTest, CutAnywhere) {
  ExpectCutsAreHonest(ParsePgbench, Fixture("workloads/pgbench_15.txt"));
  ExpectCutsAreHonest(ParsePgbench, kOldWording);
}

}  // namespace
}  // namespace collect
