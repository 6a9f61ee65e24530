// Values that gather around two levels.
#include "compare/modes.h"

#include <gtest/gtest.h>

#include "compare/own_history.h"

namespace collect {
namespace {

// S-109: results with two humps.
TEST(FindModesTest, TwoLevels) {
  const auto modes = FindModes({100, 101, 200, 99, 201, 100, 199, 102, 98, 200});
  ASSERT_TRUE(modes.has_value());
  EXPECT_NEAR(modes->lower, 100, 1);
  EXPECT_NEAR(modes->upper, 200, 1);
  EXPECT_DOUBLE_EQ(modes->upper_share, 0.4);
}

TEST(FindModesTest, OneLevelIsNone) {
  EXPECT_FALSE(FindModes({100, 101, 102, 103, 104, 105, 106, 107, 108}).has_value());
  EXPECT_FALSE(FindModes({5, 5, 5, 5, 5, 5, 5, 5}).has_value());
}

// S-106: one outlier is no mode.
TEST(FindModesTest, OutlierIsNoMode) {
  EXPECT_FALSE(FindModes({100, 101, 99, 100, 101, 99, 100, 500}).has_value());
  EXPECT_FALSE(FindModes({100, 200}).has_value());
}

class OwnHistoryTest : public testing::Test {
 protected:
  const double a_[3] = {100, 102, 98};
  const double b_[3] = {101, 99, 100};
  const double c_[3] = {97, 100, 103};
};

TEST_F(OwnHistoryTest, PoolsWithinCommits) {
  const absl::Span<const double> commits[] = {a_, b_, c_};
  const auto history = MakeOwnHistory(commits);
  ASSERT_TRUE(history.has_value());
  EXPECT_EQ(history->degrees, 6);
  EXPECT_NEAR(history->variance, (4 + 4 + 1 + 1 + 9 + 9) / 6.0 / 1e4, 2e-5);
  EXPECT_FALSE(history->two_modes);
  EXPECT_FALSE(MakeOwnHistory({commits, 1}).has_value());
}

TEST_F(OwnHistoryTest, ServesUnlessTheRunsAreNoisier) {
  const absl::Span<const double> commits[] = {a_, b_, c_};
  const OwnHistory history = *MakeOwnHistory(commits);
  const auto quiet = PoolWithHistory(MakeLogSample({100, 100.1, 100}, {103, 103, 103.1}), history);
  ASSERT_TRUE(quiet.has_value());
  EXPECT_EQ(quiet->degrees, 10);
  EXPECT_GT(quiet->variance, history.variance / 2);
  EXPECT_FALSE(
      PoolWithHistory(MakeLogSample({100, 150, 200}, {90, 180, 130}), history).has_value());
}

}  // namespace
}  // namespace collect
