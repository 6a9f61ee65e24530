// Families of rows, folded to one line.
#include "compare/row_folds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/compare/runs.h"

namespace collect {
namespace {

using ::testing::SizeIs;

std::vector<ShownRow> RowsOf(const v1::Comparison& comparison) {
  std::vector<ShownRow> rows;
  for (const v1::Row& row : comparison.rows()) {
    rows.push_back({&row, row.changes(0).change(), false});
  }
  return rows;
}

class RowFoldsTest : public testing::Test {
 protected:
  const v1::Comparison comparison_ =
      Welch({MakeRuns("a", {{"interrupts.CPU0.LOC:timer", {100, 101}},
                            {"interrupts.CPU1.LOC:timer", {100, 101}},
                            {"interrupts.CPU12.LOC:timer", {100, 101}},
                            {"proc-vmstat.pgfault", {10, 11}},
                            {"ab.connect.max", {5, 5}},
                            {"ab.connect.min", {1, 1}}}),
             MakeRuns("b", {{"interrupts.CPU0.LOC:timer", {155, 156}},
                            {"interrupts.CPU1.LOC:timer", {158, 159}},
                            {"interrupts.CPU12.LOC:timer", {156, 157}},
                            {"proc-vmstat.pgfault", {20, 21}},
                            {"ab.connect.max", {9, 9}},
                            {"ab.connect.min", {2, 2}}})});
};

TEST_F(RowFoldsTest, CpusAreOneLineWithTheRowThatChangedMost) {
  const std::vector<RowFold> folds = FoldFamilies(RowsOf(comparison_), {"ab"});
  ASSERT_THAT(folds, SizeIs(4));
  const auto timer = std::find_if(folds.begin(), folds.end(), [](const RowFold& fold) {
    return fold.family == "interrupts.CPU*.LOC:timer";
  });
  ASSERT_NE(timer, folds.end());
  EXPECT_EQ(timer->shown->metric().name(), "interrupts.CPU1.LOC:timer");
  EXPECT_EQ(FoldText(*timer), "  [and 2 more of interrupts.CPU*.LOC:timer, +54.7% .. +57.7%]");
}

TEST_F(RowFoldsTest, WhatTheTestSaysIsNotFolded) {
  for (const RowFold& fold : FoldFamilies(RowsOf(comparison_), {"ab"})) {
    if (fold.family.rfind("ab.", 0) == 0) {
      EXPECT_EQ(FoldText(fold), "");
    }
  }
  EXPECT_THAT(FoldFamilies(RowsOf(comparison_), {}), SizeIs(3));
}

// A base of 0 has no change in per cent, and then the family no range.
TEST_F(RowFoldsTest, NoRangeWithoutPerCent) {
  const v1::Comparison comparison =
      Welch({MakeRuns("a", {{"softirqs.CPU0.NET_RX", {0, 0}}, {"softirqs.CPU1.NET_RX", {4, 5}}}),
             MakeRuns("b", {{"softirqs.CPU0.NET_RX", {7, 8}}, {"softirqs.CPU1.NET_RX", {8, 9}}})});
  const std::vector<RowFold> folds = FoldFamilies(RowsOf(comparison), {});
  ASSERT_THAT(folds, SizeIs(1));
  EXPECT_EQ(FoldText(folds[0]), "  [and 1 more of softirqs.CPU*.NET_RX]");
}

}  // namespace
}  // namespace collect
