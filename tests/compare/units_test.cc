// Units that are multiples of each other.
#include "compare/units.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace collect {
namespace {

using ::testing::DoubleEq;
using ::testing::Optional;

TEST(UnitFactorTest, ConvertsWhatMeasuresTheSame) {
  EXPECT_THAT(UnitFactor("kB", "bytes"), Optional(DoubleEq(1024)));
  EXPECT_THAT(UnitFactor("B", "kB"), Optional(DoubleEq(1.0 / 1024)));
  EXPECT_THAT(UnitFactor("us", "ms"), Optional(DoubleEq(1e-3)));
  EXPECT_THAT(UnitFactor("GHz", "MHz"), Optional(DoubleEq(1e3)));
}

TEST(UnitFactorTest, EqualUnitsNeedNoTable) {
  EXPECT_THAT(UnitFactor("", ""), Optional(1));
  EXPECT_THAT(UnitFactor("requests", "requests"), Optional(1));
}

TEST(UnitFactorTest, RefusesTheRest) {
  EXPECT_EQ(UnitFactor("kB", "ms"), std::nullopt);
  EXPECT_EQ(UnitFactor("", "kB"), std::nullopt);
  EXPECT_EQ(UnitFactor("kB", ""), std::nullopt);
  EXPECT_EQ(UnitFactor("requests", "count"), std::nullopt);
}

}  // namespace
}  // namespace collect
