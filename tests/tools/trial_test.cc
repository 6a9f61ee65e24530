// A trial on a machine that changes under it.
#include "tools/trial.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "absl/strings/str_cat.h"
#include "archive/result_store.h"
#include "tests/tools/shell.h"
#include "tools/load_runs.h"

namespace collect {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class TrialTest : public testing::Test {
 protected:
  TrialTest() : host_(scratch_.path() + "/machine") {
    std::filesystem::create_directories(scratch_.path() + "/machine" + kPolicy);
    std::ofstream(GovernorFile()) << "performance\n";
  }

  std::string GovernorFile() const {
    return absl::StrCat(scratch_.path(), "/machine", kPolicy, "/scaling_governor");
  }

  // Sides "a" and "b" of a command that somebody meets in its run number `disturbed`, who switches
  // the governor and, a run later, back.
  TrialOptions Disturbed(int disturbed) const {
    const std::string count = absl::StrCat(scratch_.path(), "/runs");
    const std::string line =
        absl::StrCat("echo >>", count, "; n=$(wc -l <", count, "); [ $n != ", disturbed,
                     " ] || echo powersave >", GovernorFile(), "; [ $n != ", disturbed + 1,
                     " ] || echo performance >", GovernorFile());
    TrialOptions options;
    options.label = "t";
    options.warm_up = 0;
    options.cool_down_ms = 0;
    options.seed = 1;
    options.run.store = scratch_.path() + "/store";
    options.run.probes = {"time"};
    options.run.quiet = true;
    for (const char* name : {"a", "b"}) {
      TrialSide& side = options.sides.emplace_back();
      side.name = name;
      side.command = {"sh", "-c", line};
    }
    return options;
  }

  size_t RunsOf(const std::string& label) const {
    const auto runs = FindRuns(scratch_.path() + "/store", label);
    return runs.ok() ? runs->size() : 0;
  }

  static constexpr char kPolicy[] = "/sys/devices/system/cpu/cpufreq/policy0";
  ScratchFolder scratch_;
  Host host_;
};

// Both runs of the round are thrown out, so that the sides stay balanced, and made again (S-113).
TEST_F(TrialTest, DisturbedRoundIsRunAgain) {
  Trial trial(host_, Disturbed(3));
  for (int round = 0; round < 3; ++round) ASSERT_TRUE(trial.RunRound(3).ok());
  EXPECT_THAT(trial.disturbed(),
              ElementsAre(AllOf(HasSubstr("round 2 was disturbed and run again"),
                                HasSubstr("governor was performance and is powersave"))));
  EXPECT_EQ(RunsOf("t.a"), 3);
  EXPECT_EQ(RunsOf("t.b"), 3);
  EXPECT_EQ(RunsOf("t.a.left-out"), 1);
  EXPECT_EQ(RunsOf("t.b.left-out"), 1);
  EXPECT_EQ(trial.paths()[0].size(), 3);
}

TEST_F(TrialTest, RunSaysWhatDisturbedIt) {
  Trial trial(host_, Disturbed(1));
  ASSERT_TRUE(trial.RunRound(1).ok());
  EXPECT_EQ(trial.disturbed().size(), 1);
  std::string trouble;
  for (const char* label : {"t.a.left-out", "t.b.left-out"}) {
    const auto paths = FindRuns(scratch_.path() + "/store", label);
    ASSERT_TRUE(paths.ok()) << paths.status();
    for (const LoadedRun& run : LoadRuns("test", *paths).runs) {
      for (const v1::Trouble& one : run.file.run.trouble())
        absl::StrAppend(&trouble, one.message());
    }
  }
  EXPECT_THAT(trouble, HasSubstr("disturbed: governor was performance and is powersave"));
}

// A machine that is never quiet must not keep a trial for ever.
TEST_F(TrialTest, RoundCountsWhenNoMoreMayBeRunAgain) {
  TrialOptions options = Disturbed(1);
  options.again = 0;
  Trial trial(host_, options);
  ASSERT_TRUE(trial.RunRound(1).ok());
  EXPECT_THAT(trial.disturbed(), ElementsAre(HasSubstr("counts all the same")));
  EXPECT_EQ(RunsOf("t.a"), 1);
}

TEST_F(TrialTest, QuietMachineDisturbsNothing) {
  Trial trial(host_, Disturbed(100));
  for (int round = 0; round < 2; ++round) ASSERT_TRUE(trial.RunRound(2).ok());
  EXPECT_THAT(trial.disturbed(), IsEmpty());
  EXPECT_EQ(trial.rounds(), 2);
}

}  // namespace
}  // namespace collect
