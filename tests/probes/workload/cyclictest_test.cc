// cyclictest, captured with rt-tests 2.4.
#include "probes/workload/cyclictest.h"

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

// -q -D 1 -t 2
TEST(CyclictestTest, TwoThreads) {
  const RecordedResults results(ParseCyclictest, Fixture("workloads/cyclictest_2.4.txt"));
  ASSERT_TRUE(results.status.ok()) << results.status;
  EXPECT_THAT(results.values,
              ElementsAre(Pair("0.avg_us", 261), Pair("0.max_us", 126303), Pair("0.min_us", 63),
                          Pair("1.avg_us", 100), Pair("1.max_us", 1964), Pair("1.min_us", 37),
                          Pair("avg_us", DoubleNear((261.0 * 843 + 100 * 664) / 1507, 1e-9)),
                          Pair("max_us", 126303), Pair("min_us", 37)));
  EXPECT_THAT(results.Kpis(), ElementsAre("avg_us -", "max_us -"));
}

// Without -q the line is written again and again behind codes for the cursor; first with 0 cycles.
TEST(CyclictestTest, LastLineOfTheScreenCounts) {
  const RecordedResults results(ParseCyclictest, Fixture("workloads/cyclictest_2.4_screen.txt"));
  ASSERT_TRUE(results.status.ok()) << results.status;
  EXPECT_THAT(results.Value("max_us"), Optional(3992));
  EXPECT_THAT(results.Value("min_us"), Optional(66));
}

TEST(CyclictestTest, Histogram) {
  const RecordedResults results(ParseCyclictest, Fixture("workloads/cyclictest_2.4_histogram.txt"));
  EXPECT_THAT(results.values,
              ElementsAre(Pair("avg_us", 73), Pair("max_us", 3971), Pair("min_us", 63)));
}

TEST(CyclictestTest, RunThatFailed) {
  const RecordedResults results(ParseCyclictest, "# /dev/cpu_dma_latency set to 0us\n");
  EXPECT_THAT(results.status.message(), HasSubstr("run it with -q"));
  EXPECT_THAT(results.values, IsEmpty());
}

TEST(CyclictestTest, CutAnywhere) {
  ExpectCutsAreHonest(ParseCyclictest, Fixture("workloads/cyclictest_2.4.txt"),
                      {"avg_us", "max_us", "min_us"});
  ExpectCutsAreHonest(ParseCyclictest, Fixture("workloads/cyclictest_2.4_histogram.txt"));
}

}  // namespace
}  // namespace collect
