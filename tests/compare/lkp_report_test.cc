// The robot's reports, byte for byte.
#include "compare/lkp_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "compare/lkp_import.h"
#include "tests/compare/runs.h"

namespace collect {
namespace {

using ::testing::HasSubstr;

std::string Golden(const std::string& path) {
  std::ifstream file(std::string(COLLECT_SOURCE_DIR) + "/tests/golden/reports/" + path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

NamedRuns Imported(const std::string& path) {
  auto runs = ReadLkpResults(std::string(COLLECT_SOURCE_DIR) + "/tests/golden/reports/" + path);
  EXPECT_TRUE(runs.ok()) << runs.status();
  return {path, runs.ok() ? *std::move(runs) : std::vector<RunData>()};
}

class RobotMailTest : public testing::TestWithParam<std::string> {};

TEST_P(RobotMailTest, TableIsTheSameToTheByte) {
  const v1::Comparison comparison =
      Welch({Imported(GetParam() + "/a"), Imported(GetParam() + "/b")});
  const auto report = LkpReport(comparison, true);
  ASSERT_TRUE(report.ok());
  const std::string expected = Golden(GetParam() + "/table.txt");
  ASSERT_FALSE(expected.empty());
  EXPECT_EQ(*report, expected);
}

INSTANTIATE_TEST_SUITE_P(Reports, RobotMailTest,
                         testing::Values("apachebench-somaxconn", "netperf-bpf",
                                         "will-it-scale-mmap1", "will-it-scale-mmap2"),
                         [](const auto& test) {
                           std::string name = test.param;
                           for (char& c : name) c = c == '-' ? '_' : c;
                           return name;
                         });

// The rows of the table for runs that a test makes up.
std::string Rows(const NamedRuns& a, const NamedRuns& b) {
  const std::string report = *LkpReport(Welch({a, b}), true);
  return report.substr(report.find("--- \n") + 5);
}

std::string Row(const Values& a, const Values& b, const std::string& name = "m.x") {
  const std::string rows = Rows(MakeRuns("a", {{name, a}}), MakeRuns("b", {{name, b}}));
  return rows.substr(rows.find("\\  \n") + 4);
}

TEST(LkpReportTest, NumbersAreCutNotRounded) {
  EXPECT_EQ(Row({1999.99, 1999.99}, {999.996, 999.996}),
            "      1999           -50.0%    1000.00        m.x\n\n");
  EXPECT_EQ(Row({1e8, 1e8}, {1.5e8, 1.5e8}),
            " 100000000           +50.0%    1.5e+08        m.x\n\n");
}

TEST(LkpReportTest, StddevIsThatOfAPopulationAndHiddenUpToTwoPercent) {
  EXPECT_EQ(Row({100, 104}, {100, 106}), "    102.00            +1.0%     103.00 ±  2%  m.x\n\n");
}

TEST(LkpReportTest, MissingRunsCountAsZero) {
  EXPECT_EQ(Row({4, 4}, {std::nullopt, 4}),
            "      4.00           -50.0%       2.00 ±100%  m.x\n\n");
}

TEST(LkpReportTest, BaseOfZeroIsNearlyZero) {
  EXPECT_EQ(Row({0, 0}, {7, 7}), "      0.00         +7e+102%       7.00        m.x\n\n");
}

TEST(LkpReportTest, SharesAreDifferences) {
  EXPECT_EQ(Row({10, 10}, {12.5, 12.5}, "m.x%"),
            "     10.00            +2.5       12.50        m.x%\n\n");
}

// The layout of the robot's mails; the share of failing runs is divided by the number of runs of
// the group before, so that 2 of 8 runs against 1 of 4 is 25 %.
TEST(LkpReportTest, FailuresHaveTheirOwnTable) {
  const NamedRuns a = MakeRuns("a", {{"dmesg.WARNING", {1, 0, 0, 0}}, {"x.y", {1, 1, 1, 1}}});
  const NamedRuns b = MakeRuns("b", {{"dmesg.WARNING", {1, 1, 0, 0, 0, 0, 0, 0}},
                                     {"t.fail", {1, 1, 1, 1, 1, 1, 1, 1}},
                                     {"x.y", {1, 1, 1, 1, 1, 1, 1, 1}}});
  EXPECT_EQ(Rows(a, b),
            "       fail:runs  %reproduction    fail:runs\n"
            "           |             |             |    \n"
            "          1:4           25%           2:8     dmesg.WARNING\n"
            "           :4          200%           8:8     t.fail\n"
            "         %stddev     %change         %stddev\n"
            "             \\          |                \\  \n"
            "      1.00            +0.0%       1.00        x.y\n\n");
}

TEST(LkpReportTest, IncompleteRunsCountOnlyAmongFailures) {
  const NamedRuns a =
      MakeRuns("a", {{"last_state.is_incomplete_run", {1, 0, 0}}, {"x.y", {90, 10, 10}}});
  const NamedRuns b = MakeRuns("b", {{"x.y", {10, 10, 10}}});
  EXPECT_THAT(Rows(a, b), HasSubstr("          1:3          -33%            :3     last_state."));
  EXPECT_THAT(Rows(a, b), HasSubstr("     10.00            +0.0%      10.00        x.y\n"));
}

TEST(LkpReportTest, PerCpuSchedDebugAndZerosAreDropped) {
  const NamedRuns a =
      MakeRuns("a", {{"sched_debug.cpu.x.12", {1}}, {"m.zero", {0}}, {"m.one", {1}}});
  EXPECT_THAT(Rows(a, a), HasSubstr("m.one"));
  EXPECT_THAT(Rows(a, a), testing::Not(HasSubstr("sched_debug")));
  EXPECT_THAT(Rows(a, a), testing::Not(HasSubstr("zero")));
}

TEST(LkpReportTest, MoreGroupsAreMoreColumns) {
  const auto group = [](const char* name, double value) {
    return MakeRuns(name, {{"m.x", {value, value}}});
  };
  const std::string report = *LkpReport(Welch({group("a", 1), group("b", 2), group("c", 3)}), true);
  EXPECT_THAT(report,
              HasSubstr("%stddev     %change         %stddev     %change         %stddev\n"));
  EXPECT_THAT(report, HasSubstr("      1.00          +100.0%       2.00          +200.0%       3.00"
                                "        m.x\n"));
}

TEST(LkpReportTest, TheRobotsOwnFilterIsNotOffered) {
  const NamedRuns a = MakeRuns("a", {{"m", {1, 2}}});
  const auto report = LkpReport(Welch({a, a}), false);
  EXPECT_TRUE(absl::IsInvalidArgument(report.status()));
  EXPECT_THAT(std::string(report.status().message()), HasSubstr("needs --all"));
}

}  // namespace
}  // namespace collect
