// will-it-scale's rows. The texts are written after the format in its runtest.py; it is not in
// Debian.
#include "probes/workload/will_it_scale.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "tests/support/recorded_results.h"

namespace collect {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Optional;
using ::testing::Pair;

constexpr char kHeader[] =
    "tasks,processes,processes_idle,threads,threads_idle,linear\n0,0,100,0,100,0\n";

TEST(WillItScaleTest, RowsAndTheirSummary) {
  const RecordedResults results(
      ParseWillItScale,
      absl::StrCat(kHeader, "1,1000,50.10,800,50.20,1000\n2,1500,0.10,900,0.20,2000\n"));
  ASSERT_TRUE(results.status.ok()) << results.status;
  EXPECT_THAT(
      results.values,
      ElementsAre(Pair("1.linear", 1000), Pair("1.processes", 1000), Pair("1.processes_idle", 50.1),
                  Pair("1.threads", 800), Pair("1.threads_idle", 50.2), Pair("2.linear", 2000),
                  Pair("2.processes", 1500), Pair("2.processes_idle", 0.1), Pair("2.threads", 900),
                  Pair("2.threads_idle", 0.2), Pair("per_process_ops", 875),
                  Pair("per_thread_ops", 625), Pair("scalability", 0.75), Pair("workload", 4200)));
  EXPECT_THAT(results.Kpis(), ElementsAre("per_process_ops +", "per_thread_ops +"));
}

// The robot's own runs have one row and one variant.
TEST(WillItScaleTest, VariantThatDidNotRunIsAbsent) {
  const RecordedResults results(ParseWillItScale,
                                absl::StrCat(kHeader, "16,7373833,68.63,0,0,0\n"));
  EXPECT_THAT(results.values,
              ElementsAre(Pair("16.processes", 7373833), Pair("16.processes_idle", 68.63),
                          Pair("per_process_ops", 460864.5625), Pair("workload", 7373833)));
}

TEST(WillItScaleTest, VariantThatFailedIsNoted) {
  const RecordedResults results(ParseWillItScale, absl::StrCat(kHeader, "4,-1,0.00,44,0.00,44\n"));
  EXPECT_TRUE(results.HasNote("4 processes failed to run"));
  EXPECT_EQ(results.Value("4.processes"), std::nullopt);
  EXPECT_THAT(results.Value("per_thread_ops"), Optional(11));
}

TEST(WillItScaleTest, AssertionIsTheError) {
  const RecordedResults results(
      ParseWillItScale,
      absl::StrCat(kHeader, "mmap1_processes: mmap1.c:25: testcase: Assertion `c' failed.\n"));
  EXPECT_THAT(results.status.message(), HasSubstr("mmap1.c:25"));
  EXPECT_THAT(results.values, IsEmpty());
}

TEST(WillItScaleTest, NothingRan) {
  const RecordedResults results(ParseWillItScale, kHeader);
  EXPECT_THAT(results.status.message(), HasSubstr("no row below"));
}

TEST(WillItScaleTest, CutAnywhere) {
  ExpectCutsAreHonest(
      ParseWillItScale,
      absl::StrCat(kHeader, "1,1000,50.10,800,50.20,1000\n2,1500,0.10,900,0.20,2000\n"),
      {"per_process_ops", "per_thread_ops", "workload"});
}

}  // namespace
}  // namespace collect
