// Plots in text.
#include "compare/sample_plot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/compare/runs.h"

namespace collect {
namespace {

std::string Plot(const Values& base, const Values& other) {
  const v1::Comparison comparison =
      Welch({MakeRuns("a", {{"m", base}, {"n", {1}}}), MakeRuns("b", {{"m", other}, {"n", {1}}})});
  return SamplePlot(comparison, RowOf(comparison, "m"));
}

// S-122: every run is seen, not only the mean.
TEST(SamplePlotTest, EveryRunHasAMark) {
  EXPECT_EQ(Plot({100, 95}, {60, 80}), R"(  m

           +-----------------+
    100.00 | *               |
           |     *           |
           |                 |
           |                 |
           |             O   |
           |                 |
           |                 |
           |                 |
     60.00 |         O       |
           +-----------------+
[*] a
[O] b
)");
}

// S-111: values without spread have a plot too.
TEST(SamplePlotTest, EqualValuesLieInTheMiddle) {
  EXPECT_THAT(Plot({5, 5}, {5, 5}), testing::HasSubstr("\n      5.00 | *   *   O   O   |\n"));
}

TEST(SamplePlotTest, MissingRunsHaveNoMark) {
  EXPECT_THAT(Plot({5, std::nullopt}, {5, 5}), testing::HasSubstr("| *   O   O   |"));
}

}  // namespace
}  // namespace collect
