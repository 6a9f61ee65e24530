// Looks at a trial that goes on.
#include "compare/sequential.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "compare/student_t.h"
#include "tests/compare/runs.h"

namespace collect {
namespace {

using ::testing::HasSubstr;

constexpr double kLeast = 0.01;

// Two sides with one KPI.
v1::Comparison Kpi(const Values& a, const Values& b) {
  std::vector<NamedRuns> sides = {MakeRuns("a", {{"t.rate", a}}), MakeRuns("b", {{"t.rate", b}})};
  for (NamedRuns& side : sides) {
    for (RunData& run : side.runs) run.records[0].mutable_metric()->set_kpi(true);
  }
  return Welch(sides);
}

TEST(SequentialTest, LooksSpendTheBudgetTogether) {
  double spent = LevelOfLook(kErrorBudget, 0, 4, 16);
  EXPECT_DOUBLE_EQ(spent, kErrorBudget / 4);
  for (uint32_t runs = 6; runs <= 16; runs += 2) {
    spent += LevelOfLook(kErrorBudget, runs - 2, runs, 16);
  }
  EXPECT_NEAR(spent, kErrorBudget, 1e-12);
}

TEST(SequentialTest, StandingIsByIntervalAndLeastEffect) {
  EXPECT_EQ(StandingOf(0.05, 0.02, kLeast), Standing::kChanged);
  EXPECT_EQ(StandingOf(-0.05, 0.02, kLeast), Standing::kChanged);
  EXPECT_EQ(StandingOf(0.05, 0.06, kLeast), Standing::kUndecided);
  EXPECT_EQ(StandingOf(0.002, 0.007, kLeast), Standing::kSmaller);
  // Certainly there, certainly small.
  EXPECT_EQ(StandingOf(0.005, 0.001, kLeast), Standing::kSmaller);
  // Certainly there, perhaps large.
  EXPECT_EQ(StandingOf(0.008, 0.005, kLeast), Standing::kUndecided);
}

TEST(SequentialTest, RunsThatDecideAreTheFewestThatDo) {
  constexpr double kSd = 0.02;
  const uint32_t runs = RunsThatDecide(0.03, kSd, kLeast, 0.01, 4, 100);
  const auto margin = [&](double n) {
    return StudentQuantile(0.01, 2 * n - 2) * kSd * std::sqrt(2 / n);
  };
  EXPECT_LT(margin(runs), 0.03);
  EXPECT_GE(margin(runs - 1), 0.03);
  EXPECT_EQ(RunsThatDecide(0.03, 10.0, kLeast, 0.01, 4, 100), 0);
}

TEST(SequentialTest, LookFindsAChange) {
  const std::vector<KpiLook> looks =
      LookAtKpis(Kpi({100, 101, 99, 100}, {110, 111, 109, 110}), 0.01, kLeast, 16);
  ASSERT_EQ(looks.size(), 1);
  EXPECT_EQ(looks[0].standing, Standing::kChanged);
  EXPECT_NEAR(looks[0].change, 10, 0.1);
  EXPECT_LT(looks[0].low, looks[0].change);
  EXPECT_GT(looks[0].high, looks[0].change);
  EXPECT_EQ(LookText(looks).find(" more "), std::string::npos);
}

TEST(SequentialTest, LowerLevelMakesAWiderInterval) {
  const v1::Comparison kpi = Kpi({100, 101, 99, 100}, {110, 111, 109, 110});
  EXPECT_LT(LookAtKpis(kpi, 0.001, kLeast, 16)[0].low, LookAtKpis(kpi, 0.05, kLeast, 16)[0].low);
}

TEST(SequentialTest, UndecidedOneSaysHowManyRunsWould) {
  const std::vector<KpiLook> looks =
      LookAtKpis(Kpi({100, 104, 96, 100}, {104, 108, 100, 104}), 0.01, kLeast, 40);
  EXPECT_EQ(looks[0].standing, Standing::kUndecided);
  EXPECT_GT(looks[0].runs_needed, 4);
  EXPECT_THAT(LookText(looks), HasSubstr("t.rate +4.0 % ["));
  EXPECT_THAT(LookText(looks), HasSubstr(" more pairs would decide 1 more KPI"));
}

// S-102
TEST(SequentialTest, OneRunASideIsNotJudged) {
  const std::vector<KpiLook> looks = LookAtKpis(Kpi({100}, {200}), 0.01, kLeast, 16);
  EXPECT_EQ(looks[0].standing, Standing::kUndecided);
  EXPECT_FALSE(looks[0].judged);
  EXPECT_EQ(LookText(looks), "t.rate: too few values");
}

TEST(SequentialTest, BaseOfZeroIsNotJudged) {
  const std::vector<KpiLook> looks = LookAtKpis(Kpi({0, 0, 0, 0}, {1, 2, 1, 2}), 0.01, kLeast, 16);
  EXPECT_FALSE(looks[0].judged);
}

}  // namespace
}  // namespace collect
