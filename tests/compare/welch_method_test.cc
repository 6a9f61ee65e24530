// Welch's method on the cases that break comparisons.
#include "compare/welch_method.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "tests/compare/runs.h"

namespace collect {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

v1::Change Judged(const Values& a, const Values& b, const std::string& name = "m") {
  return RowOf(Welch({MakeRuns("a", {{name, a}}), MakeRuns("b", {{name, b}})}), name).changes(0);
}

// Means 2 and 6, variances 1 and 4: t = 4 / sqrt(5/3) with (5/3)^2 / (1/9/2 + 16/9/2) degrees; p by
// numerical integration of the density.
TEST(WelchMethodTest, IntervalByHand) {
  const v1::Change change = Judged({1, 2, 3}, {4, 6, 8});
  EXPECT_DOUBLE_EQ(change.change(), 200);
  EXPECT_NEAR(change.p(), 0.0547868, 1e-7);
  EXPECT_EQ(change.verdict(), v1::Change::NO_CHANGE);
  EXPECT_NEAR((change.low() + change.high()) / 2, 200, 1e-9);
  EXPECT_LT(change.low(), 0);
}

// S-100: a base of 0 hides nothing, and nothing is NaN.
TEST(WelchMethodTest, BaseOfZero) {
  const v1::Change from_zero = Judged({0, 0, 0}, {12, 12, 12});
  EXPECT_EQ(from_zero.verdict(), v1::Change::CHANGED);
  EXPECT_FALSE(from_zero.has_change());
  const v1::Change noisy = Judged({0, 0, 0}, {11, 12, 13});
  EXPECT_EQ(noisy.verdict(), v1::Change::CHANGED);
  EXPECT_FALSE(noisy.has_change());
  EXPECT_FALSE(noisy.has_low());
  const v1::Change to_zero = Judged({3e6, 3e6, 3e6}, {0, 0, 0});
  EXPECT_EQ(to_zero.change(), -100);
  EXPECT_EQ(to_zero.verdict(), v1::Change::CHANGED);
  const v1::Change nothing = Judged({0, 0, 0}, {0, 0, 0});
  EXPECT_EQ(nothing.verdict(), v1::Change::NO_CHANGE);
  EXPECT_EQ(nothing.change(), 0);
  const v1::Change sign = Judged({-5, -5, -5}, {5, 5, 5});
  EXPECT_TRUE(sign.absolute());
  EXPECT_EQ(sign.change(), 10);
}

// S-102: too few runs are said to be too few, and the difference is still shown.
TEST(WelchMethodTest, TooFewRuns) {
  const std::vector<NamedRuns> named = {MakeRuns("a", {{"m", {100}}}),
                                        MakeRuns("b", {{"m", {110, 111, 112, 113, 114}}})};
  const v1::Comparison comparison = Welch(named);
  const v1::Row& row = RowOf(comparison, "m");
  EXPECT_EQ(row.changes(0).verdict(), v1::Change::UNKNOWN);
  EXPECT_NEAR(row.changes(0).change(), 12, 1e-9);
  EXPECT_FALSE(row.changes(0).has_p());
  EXPECT_FALSE(row.values(0).has_stddev());
  EXPECT_THAT(Warnings(comparison), HasSubstr("too few runs to judge: a has 1; from 2 runs"));
  EXPECT_EQ(Judged({1, 2}, {5, 6}).verdict(), v1::Change::CHANGED);
}

// S-103: full separation at three against three is flagged.
TEST(WelchMethodTest, LargestDifferenceOfThreeRuns) {
  EXPECT_EQ(Judged({100, 101, 102}, {110, 111, 112}).verdict(), v1::Change::CHANGED);
}

TEST(WelchMethodTest, ConstantsDoNotChange) {
  EXPECT_EQ(Judged({0.1, 0.1, 0.1}, {0.1, 0.1, 0.1}).verdict(), v1::Change::NO_CHANGE);
  EXPECT_FALSE(Judged({0.1, 0.1, 0.1}, {0.1, 0.1, 0.1}).has_p());
}

// S-105: shares change in points.
TEST(WelchMethodTest, SharesInPoints) {
  const v1::Change share = Judged({8.8, 8.8}, {16.4, 16.4}, "mpstat.cpu.all.sys%");
  EXPECT_TRUE(share.absolute());
  EXPECT_NEAR(share.change(), 7.6, 1e-9);
  const v1::Change profile = Judged({0.07}, {0.21}, "perf-profile.self.cycles-pp.f");
  EXPECT_TRUE(profile.absolute());
  EXPECT_NEAR(profile.change(), 0.14, 1e-9);
  const v1::Change amount = Judged({1000, 1000}, {1100, 1100}, "x.throughput");
  EXPECT_FALSE(amount.absolute());
  EXPECT_NEAR(amount.change(), 10, 1e-9);
}

// S-099: a point in time is never compared.
TEST(WelchMethodTest, TimeStampsAreNotJudged) {
  const v1::Change change = Judged({5322}, {1}, "dmesg.timestamp:last");
  EXPECT_EQ(change.verdict(), v1::Change::VERDICT_UNSPECIFIED);
  EXPECT_FALSE(change.has_change());
}

NamedRuns Noise(const std::string& name, int metrics, int runs, std::mt19937_64& random) {
  std::normal_distribution<double> noise(1000, 30);
  NamedRuns named{name, {}};
  for (int run = 0; run < runs; ++run) {
    named.runs.push_back(GoodRun(name + std::to_string(run)));
    for (int i = 0; i < metrics; ++i) {
      AddRecord(named.runs.back(), "m" + std::to_string(i), noise(random));
    }
  }
  return named;
}

// S-104: two identical builds. Without a correction the report says how many false rows to expect,
// and there are about as many.
TEST(WelchMethodTest, SaysHowManyAreFalseByChance) {
  std::mt19937_64 random(7);
  int flagged = 0;
  constexpr int kRounds = 20;
  for (int round = 0; round < kRounds; ++round) {
    const v1::Comparison comparison =
        Welch({Noise("a", 500, 6, random), Noise("b", 500, 6, random)});
    EXPECT_THAT(Warnings(comparison), HasSubstr("of 500 changes judged about 25 are to be"));
    for (const v1::Row& row : comparison.rows()) {
      flagged += row.changes(0).verdict() == v1::Change::CHANGED;
    }
  }
  EXPECT_NEAR(flagged, kRounds * 25, 4 * std::sqrt(kRounds * 25.0));
}

TEST(WelchMethodTest, FewMetricsNeedNoWarning) {
  std::mt19937_64 random(7);
  EXPECT_THAT(Warnings(Welch({Noise("a", 3, 4, random), Noise("b", 3, 4, random)})),
              Not(HasSubstr("by chance")));
}

struct Pair {
  Values a;
  Values b;
};

// Sides of 1 to 6 runs around some level, some of them 0, some missing.
Pair RandomPair(std::mt19937_64& random) {
  std::uniform_int_distribution<int> runs(1, 6);
  std::uniform_int_distribution<int> kind(0, 9);
  std::lognormal_distribution<double> level(0, 8);
  const double around = level(random);
  std::normal_distribution<double> noise(around, 0.1 * around);
  const auto side = [&] {
    Values values;
    for (int i = runs(random); i > 0; --i) {
      const int one = kind(random);
      values.push_back(one == 0 ? 0.0 : std::abs(noise(random)));
      if (one == 1) values.back() = std::nullopt;
    }
    values.push_back(noise(random));
    return values;
  };
  return {side(), side()};
}

Values Scaled(const Values& values, double factor) {
  Values scaled;
  for (const auto& value : values) {
    scaled.push_back(value.has_value() ? std::optional<double>(*value * factor) : std::nullopt);
  }
  return scaled;
}

TEST(WelchMethodTest, SwappedSidesOnlySwapSigns) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 300; ++round) {
    const Pair pair = RandomPair(random);
    const v1::Change one = Judged(pair.a, pair.b, "x%");
    const v1::Change two = Judged(pair.b, pair.a, "x%");
    EXPECT_EQ(one.verdict(), two.verdict());
    EXPECT_DOUBLE_EQ(one.change(), -two.change());
    EXPECT_DOUBLE_EQ(one.low(), -two.high());
    EXPECT_DOUBLE_EQ(one.p(), two.p());
  }
}

TEST(WelchMethodTest, UnitsDoNotMatter) {
  std::mt19937_64 random(4);
  for (int round = 0; round < 300; ++round) {
    const Pair pair = RandomPair(random);
    const v1::Change one = Judged(pair.a, pair.b);
    const v1::Change two = Judged(Scaled(pair.a, 1000), Scaled(pair.b, 1000));
    EXPECT_EQ(one.verdict(), two.verdict());
    EXPECT_NEAR(one.change(), two.change(), 1e-9 * std::abs(one.change()));
    EXPECT_NEAR(one.p(), two.p(), 1e-9);
  }
}

// S-100: whatever the numbers, none of the result is NaN or infinite.
TEST(WelchMethodTest, NothingIsNotANumber) {
  const Values ends = {0, 1e-320, -1e-300, 1e140, -1e140, 5, 5};
  for (size_t i = 0; i + 1 < ends.size(); ++i) {
    for (size_t j = 0; j + 1 < ends.size(); ++j) {
      const v1::Change change = Judged({ends[i], ends[i + 1]}, {ends[j], ends[j + 1]});
      for (const double value : {change.change(), change.low(), change.high(), change.p()}) {
        EXPECT_TRUE(std::isfinite(value)) << change.ShortDebugString();
      }
    }
  }
}

}  // namespace
}  // namespace collect
