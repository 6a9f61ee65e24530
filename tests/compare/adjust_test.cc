// Many tests at once.
#include "compare/adjust.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace collect {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Worked by hand: p times 4 / rank, never above what a larger p gets.
TEST(AdjustFalseDiscoveriesTest, ByHand) {
  EXPECT_THAT(AdjustFalseDiscoveries({0.04, 0.01, 0.03, 0.5}),
              ElementsAre(DoubleNear(0.16 / 3, 1e-12), DoubleNear(0.04, 1e-12),
                          DoubleNear(0.16 / 3, 1e-12), DoubleNear(0.5, 1e-12)));
  EXPECT_THAT(AdjustFalseDiscoveries({}), IsEmpty());
  EXPECT_THAT(AdjustFalseDiscoveries({1, 1}), ElementsAre(1, 1));
}

TEST(SimesPTest, ByHand) {
  EXPECT_DOUBLE_EQ(SimesP({0.3}), 0.3);
  EXPECT_DOUBLE_EQ(SimesP({0.5, 0.01, 0.02}), 0.03);
  EXPECT_DOUBLE_EQ(SimesP({0.04, 0.04, 0.04}), 0.04);
}

}  // namespace
}  // namespace collect
