// What a formula makes of the quantities of its columns.
#include "archive/formula.h"

#include <gtest/gtest.h>

namespace collect {
namespace {

v1::Formula RatioOf(uint32_t above, uint32_t below, double scale) {
  v1::Formula formula;
  formula.add_numerator()->set_column(above);
  formula.add_denominator()->set_column(below);
  formula.set_scale(scale);
  return formula;
}

// A CPU with a TSC of 2000 MHz ran at 3000 MHz for a tenth of 5 s.
TEST(CompiledFormulaTest, AFactorIsARatioOfSumsOfItsOwn) {
  const Quantity aperf = 1.5e9;
  const Quantity mperf = 1e9;
  const Quantity tsc = 1e10;
  const Quantity enabled_ns = 5e9;
  v1::Formula busy = RatioOf(0, 1, 1);
  *busy.mutable_factor() = RatioOf(2, 3, 1000);
  const CompiledFormula formula(busy);
  EXPECT_DOUBLE_EQ(*formula.Evaluate({aperf, mperf, tsc, enabled_ns}, 5), 3000);
  EXPECT_EQ(formula.Evaluate({aperf, mperf, tsc, std::nullopt}, 5), std::nullopt);
  // Never busy: the frequency at which it was busy is not known (S-037).
  EXPECT_EQ(formula.Evaluate({0.0, 0.0, tsc, enabled_ns}, 5), std::nullopt);
}

TEST(CompiledFormulaTest, TheColumnsOfAFactorAreAmongThoseOfTheFormula) {
  v1::Formula busy = RatioOf(0, 1, 1);
  *busy.mutable_factor() = RatioOf(2, 3, 1000);
  std::vector<uint32_t> columns;
  CompiledFormula(busy).ForEachColumn([&](uint32_t column) { columns.push_back(column); });
  EXPECT_EQ(columns, (std::vector<uint32_t>{0, 1, 2, 3}));
}

// S-037: TSC 1000000, MPERF 600000 and C6 400010 leave -10 cycles for C1.
TEST(CompiledFormulaTest, AResultJustOutsideItsRangeIsBroughtToTheEnd) {
  v1::Formula c1 = RatioOf(0, 1, 100);
  c1.mutable_range()->set_high(100);
  c1.mutable_range()->set_tolerance(1);
  const CompiledFormula formula(c1);
  EXPECT_EQ(formula.Evaluate({-10.0, 1e6}, 1), Quantity(0));
  EXPECT_EQ(formula.Evaluate({1.005e6, 1e6}, 1), Quantity(100));
  EXPECT_DOUBLE_EQ(*formula.Evaluate({400000.0, 1e6}, 1), 40);
}

TEST(CompiledFormulaTest, AResultFarOutsideItsRangeIsNotKnown) {
  v1::Formula c1 = RatioOf(0, 1, 100);
  c1.mutable_range()->set_high(100);
  c1.mutable_range()->set_tolerance(1);
  const CompiledFormula formula(c1);
  EXPECT_EQ(formula.Evaluate({-20000.0, 1e6}, 1), std::nullopt);
  EXPECT_EQ(formula.Evaluate({1.02e6, 1e6}, 1), std::nullopt);
}

}  // namespace
}  // namespace collect
