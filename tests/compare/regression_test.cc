// Whether a comparison passes a gate.
#include "compare/regression.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/compare/runs.h"

namespace collect {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Every metric is a KPI with this direction.
NamedRuns Kpis(const std::string& name, v1::Direction direction,
               const std::map<std::string, Values>& metrics) {
  NamedRuns named = MakeRuns(name, metrics);
  for (RunData& run : named.runs) {
    for (v1::MetricRecord& record : run.records) {
      record.mutable_metric()->set_kpi(true);
      record.mutable_metric()->set_direction(direction);
    }
  }
  return named;
}

RegressionCheck Check(v1::Direction direction, const Values& before, const Values& after) {
  return CheckRegression(
      Welch({Kpis("a", direction, {{"ab.x", before}}), Kpis("b", direction, {{"ab.x", after}})}));
}

TEST(RegressionTest, FewerRequestsAreWorse) {
  const RegressionCheck check =
      Check(v1::HIGHER_IS_BETTER, {1000, 1010, 990, 1000}, {900, 905, 895, 900});
  EXPECT_THAT(check.worse, ElementsAre("ab.x in b"));
  EXPECT_THAT(check.unknown, IsEmpty());
}

TEST(RegressionTest, LessTimeIsBetterAndPasses) {
  const RegressionCheck check =
      Check(v1::LOWER_IS_BETTER, {1000, 1010, 990, 1000}, {900, 905, 895, 900});
  EXPECT_THAT(check.worse, IsEmpty());
  EXPECT_THAT(check.unknown, IsEmpty());
}

TEST(RegressionTest, NoDifferencePasses) {
  const RegressionCheck check =
      Check(v1::HIGHER_IS_BETTER, {1000, 1010, 990, 1000}, {1000, 1010, 990, 1001});
  EXPECT_THAT(check.worse, IsEmpty());
  EXPECT_THAT(check.unknown, IsEmpty());
}

// S-108: more of something is neither good nor bad by itself.
TEST(RegressionTest, WithoutADirectionItIsUnknown) {
  const RegressionCheck check =
      Check(v1::DIRECTION_UNSPECIFIED, {1000, 1010, 990, 1000}, {900, 905, 895, 900});
  EXPECT_THAT(check.worse, IsEmpty());
  EXPECT_THAT(check.unknown, ElementsAre("ab.x in b (lower)"));
}

// S-102: one run a side says nothing, so it does not say "as good" either.
TEST(RegressionTest, OneRunASideIsUnknown) {
  const RegressionCheck check = Check(v1::HIGHER_IS_BETTER, {1000}, {10});
  EXPECT_THAT(check.worse, IsEmpty());
  EXPECT_THAT(check.unknown, ElementsAre("ab.x in b (too few runs to judge)"));
}

// S-098: a benchmark that no longer says its result has not passed.
TEST(RegressionTest, VanishedKpiIsUnknown) {
  const RegressionCheck check =
      Check(v1::HIGHER_IS_BETTER, {1000, 1010}, {std::nullopt, std::nullopt});
  EXPECT_THAT(check.unknown, ElementsAre("ab.x in b (vanished)"));
}

TEST(RegressionTest, WithoutAKpiItIsUnknown) {
  const RegressionCheck check =
      CheckRegression(Welch({MakeRuns("a", {{"m", {1, 1}}}), MakeRuns("b", {{"m", {9, 9}}})}));
  EXPECT_THAT(check.unknown, ElementsAre("there is no KPI"));
}

// S-117: of three groups, the one that is worse is named.
TEST(RegressionTest, EveryGroupIsHeldAgainstTheBase) {
  const auto group = [](const std::string& name, const Values& values) {
    return Kpis(name, v1::HIGHER_IS_BETTER, {{"ab.x", values}});
  };
  const RegressionCheck check = CheckRegression(
      Welch({group("a", {100, 101, 99}), group("b", {100, 101, 99}), group("c", {50, 51, 49})}));
  EXPECT_THAT(check.worse, ElementsAre("ab.x in c"));
}

}  // namespace
}  // namespace collect
