// Sharing out what the probes may use.
#include "collector/budget.h"

#include <gtest/gtest.h>

#include <vector>

namespace collect {
namespace {

constexpr int64_t kMs = 1'000'000;
constexpr int64_t kSecond = 1000 * kMs;

// Doubles intervals until all fit, as the sampler does.
std::vector<ProbeLoad> Fitted(std::vector<ProbeLoad> loads, double budget) {
  while (const std::optional<size_t> next = NextToStretch(loads, budget)) {
    loads[*next].interval_ns *= 2;
  }
  return loads;
}

TEST(BudgetTest, GrowsWithTheMachine) {
  EXPECT_DOUBLE_EQ(DefaultBudget(1), 0.005);
  EXPECT_DOUBLE_EQ(DefaultBudget(2), 0.0052);
  EXPECT_DOUBLE_EQ(DefaultBudget(128), 0.0304);
}

// 128 CPUs, where one read of /proc/interrupts takes 27 ms.
TEST(BudgetTest, OneDearProbeIsStretchedAlone) {
  const std::vector<ProbeLoad> loads = Fitted({{kSecond, 60'000, true},
                                               {kSecond, 27 * kMs, false},
                                               {kSecond, 4 * kMs, false},
                                               {kSecond, 300'000, true}},
                                              DefaultBudget(128));
  EXPECT_EQ(loads[0].interval_ns, kSecond);
  EXPECT_EQ(loads[1].interval_ns, 2 * kSecond);
  EXPECT_EQ(loads[2].interval_ns, kSecond);
  EXPECT_EQ(loads[3].interval_ns, kSecond);
  EXPECT_LE(UsedShare(loads), DefaultBudget(128));
}

TEST(BudgetTest, CoreProbesComeLast) {
  const std::vector<ProbeLoad> loads =
      Fitted({{kSecond, 20 * kMs, true}, {kSecond, 2 * kMs, false}}, 0.005);
  EXPECT_GE(loads[1].interval_ns, 8 * kSecond) << "stretched though it costs less";
  EXPECT_EQ(loads[0].interval_ns, 8 * kSecond) << "still far too dear by itself";
}

TEST(BudgetTest, WhatTheUserWantsStays) {
  EXPECT_FALSE(NextToStretch({{10 * kMs, 5 * kMs, false, false}}, 0.005).has_value());
}

TEST(BudgetTest, IntervalsDoNotGrowForEver) {
  const std::vector<ProbeLoad> loads = Fitted({{kSecond, 100'000 * kSecond}}, 0.005);
  EXPECT_LE(loads[0].interval_ns, 3600 * kSecond);
}

}  // namespace
}  // namespace collect
