// stress-ng's metrics.
#include "probes/workload/stress_ng.h"

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

// The values are the robot's of the same output.
TEST(StressNgTest, AgreesWithTheRobot) {
  const RecordedResults results(ParseStressNg, Fixture("workloads/stress_ng_0.15_metrics.txt"));
  ASSERT_TRUE(results.status.ok()) << results.status;
  EXPECT_THAT(results.values,
              ElementsAre(Pair("pipe.MB_per_sec_pipe_write_rate", 37.56),
                          Pair("pipe.MB_per_sec_pipe_write_rate.pass", 1), Pair("pipe.ops", 307317),
                          Pair("pipe.ops_per_sec", 153401.75), Pair("pipe.pass", 1),
                          Pair("timerfd.ops", 28672), Pair("timerfd.ops_per_sec", 14226.44),
                          Pair("timerfd.pass", 1)));
  EXPECT_THAT(results.Kpis(), ElementsAre("pipe.ops_per_sec +", "timerfd.ops_per_sec +"));
}

// Captured: stress-ng 0.15.06 --pipe 1 --timerfd 1 -t 1 --metrics --stdout.
TEST(StressNgTest, LongTableHasTwoColumnsMore) {
  const RecordedResults results(ParseStressNg, Fixture("workloads/stress_ng_0.15_long.txt"));
  ASSERT_TRUE(results.status.ok()) << results.status;
  EXPECT_THAT(results.Value("timerfd.ops"), Optional(4096));
  EXPECT_THAT(results.Value("timerfd.ops_per_sec"), Optional(3862.66));
}

// Captured: stress-ng 0.15.06 --pipe 1 --timerfd 1 --context 1 -t 1 -Y FILE.
TEST(StressNgTest, Yaml) {
  const RecordedResults results(ParseStressNg, Fixture("workloads/stress_ng_0.15.yaml"));
  ASSERT_TRUE(results.status.ok()) << results.status;
  EXPECT_THAT(results.Value("pipe.ops"), Optional(233721));
  EXPECT_THAT(results.Value("pipe.ops_per_sec"), Optional(229178.630653));
  EXPECT_THAT(results.Value("pipe.mb_per_sec_pipe_write_rate"), Optional(114.281876));
  EXPECT_THAT(results.Value("context.ops"), Optional(417));
  EXPECT_THAT(results.Value("timerfd.pass"), Optional(1));
}

TEST(StressNgTest, CutAnywhere) {
  ExpectCutsAreHonest(ParseStressNg, Fixture("workloads/stress_ng_0.15_metrics.txt"));
  ExpectCutsAreHonest(ParseStressNg, Fixture("workloads/stress_ng_0.15.yaml"));
}

TEST(StressNgTest, WithoutMetricsItSaysWhatToDo) {
  const RecordedResults results(ParseStressNg,
                                "stress-ng: info:  [9] successful run completed in 1.01s\n");
  EXPECT_THAT(results.status.message(), HasSubstr("run it with --metrics-brief --stdout"));
  EXPECT_THAT(results.values, IsEmpty());
}

// Lines as in stress-ng's issues 117 and 174: a failure names its stressor.
TEST(StressNgTest, FailuresAreResults) {
  const RecordedResults results(
      ParseStressNg,
      "stress-ng: fail:  [7] sockpair: send failed, errno=32 (Broken pipe)\n"
      "stress-ng: metrc: [7] stressor  bogo ops real time  usr time  sys time bogo ops/s bogo "
      "ops/s\n"
      "stress-ng: metrc: [7]           (secs)    (secs)    (secs)   (real time) (usr+sys time)\n"
      "stress-ng: metrc: [7] sockpair  586554  2.00  0.24  0.74  293277.00  598524.49\n"
      "stress-ng: metrc: [7] rdrand    0       0.00  0.00  0.00  0.00  0.00\n"
      "stress-ng: info:  [7] unsuccessful run completed in 2.00s\n");
  ASSERT_TRUE(results.status.ok()) << results.status;
  EXPECT_THAT(results.values,
              ElementsAre(Pair("rdrand.fail", 1), Pair("sockpair.fail", 1),
                          Pair("sockpair.ops", 586554), Pair("sockpair.ops_per_sec", 293277)));
}

}  // namespace
}  // namespace collect
