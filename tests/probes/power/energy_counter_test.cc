// Energy counters that wrap, and those of which nobody can say whether they did.
#include "probes/power/energy_counter.h"

#include <gtest/gtest.h>

namespace collect {
namespace {

using Step = EnergyCounter::Step;
constexpr int64_t kSecond = 1'000'000'000;
constexpr uint64_t kRange = 262143328850;  // uJ, of a Skylake package
constexpr double kMicrojoule = 1e-6;

// S-027: what was added for a wrap must be the range, not 2^32 or 2^64.
TEST(EnergyCounterTest, AWrapAddsTheRange) {
  EnergyCounter counter(kRange, kMicrojoule, 1000);
  EXPECT_EQ(counter.Advance(262143000000, 0), Step::kFirst);
  EXPECT_EQ(counter.Advance(500000, kSecond), Step::kKnown);
  EXPECT_EQ(counter.counts(), 828850u);
  EXPECT_EQ(counter.time_ns(), kSecond);
}

// S-028: 1200 s at up to 250 W are 300 kJ, and the counter goes round after 262 kJ: 20 kJ and 282
// kJ look the same.
TEST(EnergyCounterTest, AnIntervalInWhichItMayWrapTwiceIsLeftOut) {
  EnergyCounter counter(kRange, kMicrojoule, 250);
  counter.Advance(100000000000, 0);
  EXPECT_EQ(counter.Advance(120000000000, 1200 * kSecond), Step::kMayHaveWrapped);
  EXPECT_EQ(counter.counts(), 0u);
  EXPECT_EQ(counter.time_ns(), 0);
  EXPECT_EQ(counter.Advance(120000000000 + 85000000, 1201 * kSecond), Step::kKnown);
  EXPECT_EQ(counter.counts(), 85000000u);
  EXPECT_EQ(counter.time_ns(), kSecond);
}

// After a suspend the counter begins at 0: taken for a wrap, that would be 162 kW.
TEST(EnergyCounterTest, ACounterThatBeganAnewIsNoWrap) {
  EnergyCounter counter(kRange, kMicrojoule, 1000);
  counter.Advance(100000000000, 0);
  EXPECT_EQ(counter.Advance(5000000, kSecond), Step::kJumped);
  EXPECT_EQ(counter.counts(), 0u);
  EXPECT_EQ(counter.Advance(15000000, 2 * kSecond), Step::kKnown);
  EXPECT_EQ(counter.counts(), 10000000u);
}

TEST(EnergyCounterTest, WithoutARangeAStepBackIsLeftOut) {
  EnergyCounter counter(0, kMicrojoule, 1000);
  counter.Advance(4000000, 0);
  EXPECT_EQ(counter.Advance(14000000, kSecond), Step::kKnown);
  EXPECT_EQ(counter.Advance(2000000, 2 * kSecond), Step::kJumped);
  EXPECT_EQ(counter.counts(), 10000000u);
  EXPECT_EQ(counter.time_ns(), kSecond);
}

}  // namespace
}  // namespace collect
