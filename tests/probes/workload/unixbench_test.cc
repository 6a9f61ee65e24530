// UnixBench's results; the texts are from published runs of version 5.1.3.
#include "probes/workload/unixbench.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/recorded_results.h"

namespace collect {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Optional;
using ::testing::Pair;

constexpr char kRound[] =
    "Benchmark Run: Thu Jul 16 2020 12:29:17 - 12:38:18\n"
    "64 CPUs in system; running 1 parallel copy of tests\n"
    "\n"
    "Dhrystone 2 using register variables       23896440.7 lps   (10.0 s, 2 samples)\n"
    "Shell Scripts (8 concurrent)                   2201.4 lpm   (60.0 s, 1 samples)\n"
    "\n"
    "System Benchmarks Partial Index              BASELINE       RESULT    INDEX\n"
    "Dhrystone 2 using register variables         116700.0   23896440.7   2047.7\n"
    "Shell Scripts (8 concurrent)                      6.0       2201.4   3669.1\n"
    "                                                                   ========\n"
    "System Benchmarks Index Score (Partial Only)                         2741.0\n";

constexpr char kOneTest[] =
    "Benchmark Run: Thu Jul 16 2020 12:38:18 - 12:47:24\n"
    "64 CPUs in system; running 64 parallel copies of tests\n"
    "\n"
    "Execl Throughput                              38006.2 lps   (29.5 s, 1 samples)\n"
    "\n"
    "System Benchmarks Partial Index              BASELINE       RESULT    INDEX\n"
    "Execl Throughput                                 43.0      38006.2   8838.7\n"
    "                                                                   ========\n"
    "System Benchmarks Index Score (Partial Only)                         8838.7\n";

TEST(UnixbenchTest, SeveralTests) {
  const RecordedResults results(ParseUnixbench, kRound);
  ASSERT_TRUE(results.status.ok()) << results.status;
  EXPECT_THAT(results.values,
              ElementsAre(Pair("dhrystone_2_using_register_variables.index", 2047.7),
                          Pair("dhrystone_2_using_register_variables.pass", 1),
                          Pair("dhrystone_2_using_register_variables.throughput", 23896440.7),
                          Pair("score", 2741), Pair("shell_scripts_(8_concurrent).index", 3669.1),
                          Pair("shell_scripts_(8_concurrent).pass", 1),
                          Pair("shell_scripts_(8_concurrent).throughput", 2201.4)));
  EXPECT_THAT(results.Kpis(), ElementsAre("score +"));
}

TEST(UnixbenchTest, OneTestHasAWorkload) {
  const RecordedResults results(ParseUnixbench, kOneTest);
  EXPECT_THAT(results.Value("throughput"), Optional(38006.2));
  EXPECT_THAT(results.Value("workload"), Optional(DoubleNear(29.5 * 38006.2, 1e-6)));
  EXPECT_TRUE(results.notes.empty());
}

TEST(UnixbenchTest, LastRoundCounts) {
  const RecordedResults results(ParseUnixbench, std::string(kRound) + "\n" + kOneTest);
  EXPECT_THAT(results.Value("score"), Optional(8838.7));
  EXPECT_TRUE(results.HasNote("the last of 2 rounds"));
}

TEST(UnixbenchTest, RunThatFailed) {
  const RecordedResults results(ParseUnixbench, "Run: \"execl\": can't open\n");
  EXPECT_THAT(results.status.message(), HasSubstr("no line \"System Benchmarks Index Score\""));
  EXPECT_THAT(results.values, IsEmpty());
}

TEST(UnixbenchTest, CutAnywhere) { ExpectCutsAreHonest(ParseUnixbench, kRound); }

}  // namespace
}  // namespace collect
