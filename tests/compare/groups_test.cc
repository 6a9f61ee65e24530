// Groups of runs: which runs count, and what they share.
#include "compare/groups.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/compare/runs.h"

namespace collect {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;

std::vector<RunGroup> Groups(const std::vector<NamedRuns>& named, bool all_runs,
                             std::vector<std::string>& warnings) {
  auto groups = MakeGroups(named, all_runs, warnings);
  EXPECT_TRUE(groups.ok()) << groups.status();
  return groups.ok() ? *std::move(groups) : std::vector<RunGroup>();
}

class FailedRunTest : public testing::Test {
 protected:
  FailedRunTest() {
    named_ = {{"before", {GoodRun("r3"), GoodRun("r1"), GoodRun("r2"), GoodRun("r4")}}};
    named_[0].runs[2].run.mutable_outcome()->set_exit_status(1);
  }
  std::vector<NamedRuns> named_;
  std::vector<std::string> warnings_;
};

// S-086: a failing command is in the file; the comparison leaves it out and says so.
TEST_F(FailedRunTest, IsLeftOutAndListed) {
  const auto groups = Groups(named_, false, warnings_);
  EXPECT_THAT(groups[0].about.run_ids(), ElementsAre("r1", "r3", "r4"));
  EXPECT_THAT(groups[0].about.left_out(), ElementsAre("r2: exit status 1"));
  EXPECT_THAT(warnings_,
              ElementsAre(AllOf(HasSubstr("before: 1 of 4 runs failed"), HasSubstr("--failed"))));
}

TEST_F(FailedRunTest, CountsWhenAskedFor) {
  const auto groups = Groups(named_, true, warnings_);
  EXPECT_THAT(groups[0].runs, SizeIs(4));
  EXPECT_THAT(warnings_, SizeIs(0));
}

TEST_F(FailedRunTest, NothingLeftIsAnError) {
  for (RunData& run : named_[0].runs) run.run.mutable_outcome()->set_exit_status(3);
  const auto groups = MakeGroups(named_, false, warnings_);
  EXPECT_TRUE(absl::IsFailedPrecondition(groups.status()));
  EXPECT_THAT(std::string(groups.status().message()), HasSubstr("before: none of its 4 runs"));
  EXPECT_THAT(std::string(groups.status().message()), HasSubstr("r1: exit status 3"));
  EXPECT_THAT(std::string(groups.status().message()), HasSubstr("--failed"));
}

TEST_F(FailedRunTest, RunGivenTwiceCountsOnce) {
  named_[0].runs.push_back(GoodRun("r1"));
  EXPECT_THAT(Groups(named_, false, warnings_)[0].runs, SizeIs(3));
}

// S-085: a benchmark that the out-of-memory killer ended is no complete run.
TEST(FailureOfTest, SaysWhy) {
  v1::Run run = GoodRun("r").run;
  EXPECT_EQ(FailureOf(run), "");
  run.mutable_outcome()->set_exit_status(137);
  EXPECT_EQ(FailureOf(run), "exit status 137");
  run.mutable_outcome()->set_signal(9);
  EXPECT_EQ(FailureOf(run), "killed by signal 9");
  run.mutable_outcome()->set_oom_kill(true);
  EXPECT_EQ(FailureOf(run), "out of memory");
  run.clear_outcome();
  EXPECT_THAT(FailureOf(run), HasSubstr("cut off"));
  run.set_imported(true);
  EXPECT_EQ(FailureOf(run), "");
}

TEST(GroupAxesTest, OnlyWhatAllRunsShare) {
  NamedRuns named = MakeRuns("g", {{"m", {1, 2}}});
  for (RunData& run : named.runs) {
    run.run.set_testcase("apachebench");
    (*run.run.mutable_params())["concurrency"] = "64";
    (*run.run.mutable_axes())["commit"] = run.run.id();
  }
  named.runs[0].run.mutable_host()->set_kernel_release("6.1");
  std::vector<std::string> warnings;
  EXPECT_THAT(Groups({named}, false, warnings)[0].about.axes(),
              UnorderedElementsAre(Pair("testcase", "apachebench"), Pair("concurrency", "64")));
}

// S-117: compare by any axis, not only by what the runs were called.
TEST(SplitByAxisTest, OneGroupForEachValue) {
  std::vector<RunData> runs = MakeRuns("g", {{"m", {1, 2, 3}}}).runs;
  for (RunData& run : runs) run.run.mutable_host()->set_cpufreq_governor("powersave");
  runs[1].run.mutable_host()->set_cpufreq_governor("performance");
  const auto groups = SplitByAxis(runs, "cpufreq_governor");
  ASSERT_TRUE(groups.ok());
  ASSERT_THAT(*groups, SizeIs(2));
  EXPECT_EQ((*groups)[0].name, "performance");
  EXPECT_THAT((*groups)[1].runs, SizeIs(2));
  EXPECT_TRUE(absl::IsNotFound(SplitByAxis(runs, "commit").status()));
}

}  // namespace
}  // namespace collect
