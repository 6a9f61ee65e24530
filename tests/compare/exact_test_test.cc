// Exact tests against numbers that can be counted by hand.
#include "compare/exact_test.h"

#include <gtest/gtest.h>

#include <vector>

namespace collect {
namespace {

// S-103: the smallest p that full separation can have.
TEST(PermutationPTest, FullSeparation) {
  EXPECT_DOUBLE_EQ(PermutationP({1, 2, 3}, {7, 8, 9}), 2.0 / 20);
  EXPECT_DOUBLE_EQ(PermutationP({0, 0, 0, 1}, {5, 6, 7, 9}), 2.0 / 70);
  EXPECT_DOUBLE_EQ(PermutationP({1, 2}, {7, 8, 9}), 1.0 / 10);
}

TEST(PermutationPTest, NoDifferenceIsCertain) {
  EXPECT_DOUBLE_EQ(PermutationP({1, 2}, {1, 2}), 1);
  EXPECT_DOUBLE_EQ(PermutationP({3, 3}, {3, 3}), 1);
}

TEST(PermutationPTest, ScaleDoesNotMatter) {
  EXPECT_DOUBLE_EQ(PermutationP({0, 1e-9, 3e-9}, {2e-9, 5e-9, 0}),
                   PermutationP({0, 1e9, 3e9}, {2e9, 5e9, 0}));
}

// 12 against 12 are 2.7 million divisions, of which some are drawn.
TEST(PermutationPTest, ManyRunsAreSampled) {
  std::vector<double> low;
  std::vector<double> high;
  for (int i = 0; i < 12; ++i) {
    low.push_back(i);
    high.push_back(i + 100);
  }
  EXPECT_LT(PermutationP(low, high), 2e-4);
  EXPECT_GT(PermutationP(low, high), 0);
  EXPECT_GT(PermutationP(low, low), 0.5);
  EXPECT_EQ(PermutationP(low, high), PermutationP(low, high));
}

// Fisher's tea: 3 of 4 and 1 of 4 right.
TEST(FisherPTest, ByHand) {
  EXPECT_NEAR(FisherP(3, 4, 1, 4), 34.0 / 70, 1e-12);
  EXPECT_NEAR(FisherP(4, 4, 0, 4), 2.0 / 70, 1e-12);
  EXPECT_NEAR(FisherP(0, 4, 0, 4), 1, 1e-12);
  EXPECT_NEAR(FisherP(0, 4, 4, 4), FisherP(4, 4, 0, 4), 1e-12);
}

}  // namespace
}  // namespace collect
