// hackbench's output.
#include "probes/workload/hackbench.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "tests/support/fake_host.h"
#include "tests/support/recorded_results.h"

namespace collect {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Optional;

constexpr char kHeader[] =
    "Running in threaded mode with 1 groups using 8 file descriptors each (== 8 tasks)\n"
    "Each sender will pass 128 messages of 1024 bytes\n";

// A log of the robot's; the values are the robot's of the same output.
TEST(HackbenchTest, AgreesWithTheRobot) {
  const RecordedResults results(ParseHackbench, Fixture("workloads/hackbench.txt"));
  ASSERT_TRUE(results.status.ok()) << results.status;
  EXPECT_THAT(results.Value("throughput"), Optional(36036.036036036036));
  EXPECT_THAT(results.Value("throughput_best"), Optional(36036.036036036036));
  EXPECT_THAT(results.Value("throughput_avg"), Optional(DoubleNear(36036.04, 0.01)));
  EXPECT_THAT(results.Value("throughput_worst"), Optional(36036.036036036036));
  EXPECT_THAT(results.Value("time_avg"), Optional(1.110));
  EXPECT_THAT(results.Kpis(), ElementsAre("throughput +"));
}

// As of Debian 12: 80 tasks, 500 messages of 100 bytes each.
TEST(HackbenchTest, RealOutputOfRtTests24) {
  const RecordedResults results(ParseHackbench, Fixture("workloads/hackbench_2.4.txt"));
  ASSERT_TRUE(results.status.ok()) << results.status;
  EXPECT_THAT(results.Value("throughput"),
              Optional(DoubleNear(80 * 500 * 100 / 1024.0 / 0.686, 1e-6)));
  EXPECT_THAT(results.Value("time_avg"), Optional(0.686));
}

TEST(HackbenchTest, SeveralRunsInARow) {
  const RecordedResults results(ParseHackbench,
                                absl::StrCat(kHeader, "Time: 0.5\n", kHeader, "Time: 0.25\n"));
  EXPECT_THAT(results.Value("throughput"), Optional(4096));
  EXPECT_THAT(results.Value("throughput_avg"), Optional(3072));
  EXPECT_THAT(results.Value("throughput_worst"), Optional(2048));
  EXPECT_THAT(results.Value("time_worst"), Optional(0.5));
}

TEST(HackbenchTest, CutAnywhere) {
  ExpectCutsAreHonest(ParseHackbench, Fixture("workloads/hackbench.txt"));
}

TEST(HackbenchTest, RunThatFailed) {
  const RecordedResults results(
      ParseHackbench, absl::StrCat(kHeader, "CREATE: fork() (error: Cannot allocate memory)\n"));
  EXPECT_THAT(results.status.message(), HasSubstr("no line \"Time: SECONDS\""));
  EXPECT_THAT(results.values, IsEmpty());
}

// Too short for the clock that is printed: 0.000 would divide by zero.
TEST(HackbenchTest, NoTimeIsNoThroughput) {
  const RecordedResults results(ParseHackbench, absl::StrCat(kHeader, "Time: 0.000\n"));
  EXPECT_FALSE(results.status.ok());
  EXPECT_THAT(results.values, IsEmpty());
}

}  // namespace
}  // namespace collect
