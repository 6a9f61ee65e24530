// The comment on a pull request.
#include "compare/markdown_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compare/text_report.h"
#include "tests/compare/runs.h"

namespace collect {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

v1::Comparison SlowerServer(const std::string& kpi) {
  std::vector<NamedRuns> named = {MakeRuns("before", {{kpi, {1000, 1010, 990, 1000}}}),
                                  MakeRuns("after", {{kpi, {900, 905, 895, 900}}})};
  for (NamedRuns& group : named) {
    for (RunData& run : group.runs) {
      run.records[0].mutable_metric()->set_kpi(true);
      run.records[0].mutable_metric()->set_direction(v1::HIGHER_IS_BETTER);
    }
  }
  return Welch(named);
}

TEST(MarkdownReportTest, BeginsWithTheVerdict) {
  EXPECT_THAT(
      MarkdownReport(SlowerServer("ab.rps"), false),
      StartsWith("| KPI | group | `before` | group's mean | change | 95 % interval | verdict |\n"
                 "|---|---|--:|--:|--:|--:|---|\n"
                 "| `ab.rps` | `after` | 1000 ±0.8% | 900.00 ±0.5% | -10.0% | -11.2 .. -8.8 % | "
                 "worse |\n"));
}

TEST(MarkdownReportTest, HoldsTheWholeReport) {
  const v1::Comparison comparison = SlowerServer("ab.rps");
  EXPECT_THAT(MarkdownReport(comparison, true),
              HasSubstr("```text\n" + TextReport(comparison, true) + "```\n"));
}

// S-113: what makes the sides incomparable is not folded away.
TEST(MarkdownReportTest, WarningsAreSeen) {
  v1::Comparison comparison = SlowerServer("ab.rps");
  comparison.add_warnings("governor differs");
  const std::string report = MarkdownReport(comparison, false);
  EXPECT_LT(report.find("- `governor differs`\n"), report.find("<details>"));
}

// Names of imported results are free text: a bar, a backtick and a newline break neither the table
// nor the code.
TEST(MarkdownReportTest, NamesAreNoMarkup) {
  const std::string report = MarkdownReport(SlowerServer("a|b`c\n<b>@all"), false);
  EXPECT_THAT(report, HasSubstr("\n| `` a\\|b`c\\n<b>@all `` | `after` |"));
}

TEST(MarkdownReportTest, FenceIsLongerThanAnyInTheReport) {
  EXPECT_THAT(MarkdownReport(SlowerServer("a```b"), false), HasSubstr("\n````text\n"));
}

// S-123: a reader is told why there is no verdict.
TEST(MarkdownReportTest, WithoutAKpiItSaysSo) {
  const std::string report = MarkdownReport(
      Welch({MakeRuns("a", {{"m", {1, 1}}}), MakeRuns("b", {{"m", {9, 9}}})}), false);
  EXPECT_THAT(report, StartsWith("No KPI: "));
  EXPECT_THAT(report, Not(HasSubstr("| KPI |")));
}

}  // namespace
}  // namespace collect
