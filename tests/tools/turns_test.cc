// The order of turns.
#include "tools/turns.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

namespace collect {
namespace {

TEST(TurnsTest, SecondRoundOfABlockGoesBackwards) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    for (uint32_t block = 0; block < 4; ++block) {
      std::vector<size_t> first = OrderOfRound(3, seed, 2 * block);
      const std::vector<size_t> second = OrderOfRound(3, seed, 2 * block + 1);
      std::reverse(first.begin(), first.end());
      EXPECT_EQ(first, second);
      EXPECT_THAT(second, testing::UnorderedElementsAre(0, 1, 2));
    }
  }
}

// Twelve runs, each 1 % slower than the one before: in turns the sides differ by nothing that
// matters, whoever begins (S-112).
TEST(TurnsTest, DriftWeighsTheSameOnBothSides) {
  for (uint64_t seed = 0; seed < 50; ++seed) {
    double log_sum[2] = {};
    int turn = 0;
    for (uint32_t round = 0; round < 6; ++round) {
      for (const size_t side : OrderOfRound(2, seed, round)) {
        log_sum[side] += ++turn * std::log(1.01);
      }
    }
    EXPECT_NEAR(log_sum[0], log_sum[1], 1e-12);
  }
}

TEST(TurnsTest, AnySideMayBeginABlock) {
  for (size_t sides = 2; sides < 5; ++sides) {
    std::set<size_t> began;
    for (uint32_t block = 0; block < 40; ++block)
      began.insert(OrderOfRound(sides, 7, 2 * block)[0]);
    EXPECT_EQ(began.size(), sides);
  }
}

// A recorded seed says in which order the runs were made, with every version and on every machine.
TEST(TurnsTest, OrderFollowsFromTheSeed) {
  std::string firsts;
  for (uint32_t block = 0; block < 16; ++block) {
    firsts += OrderOfRound(2, 42, 2 * block)[0] == 0 ? 'A' : 'B';
  }
  EXPECT_EQ(firsts, "BAABBAABABABBAAB");
}

}  // namespace
}  // namespace collect
