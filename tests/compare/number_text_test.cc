// Cells of the table.
#include "compare/number_text.h"

#include <gtest/gtest.h>

#include <clocale>
#include <utility>
#include <vector>

#include "tests/compare/runs.h"

namespace collect {
namespace {

TEST(MeanTextTest, NothingHasNoSign) { EXPECT_EQ(MeanText(-0.0), "0.00"); }

TEST(MeanTextTest, RoundsAndFits) {
  const std::vector<std::pair<double, std::string>> cases = {
      {0, "0.00"},           {1999.99, "2000"},
      {999.994, "999.99"},   {999.996, "1000"},
      {-5, "-5.00"},         {0.0525, "0.0525"},
      {3e-5, "3e-05"},       {99999999.4, "99999999"},
      {99999999.6, "1e+08"}, {-123456789, "-1.235e+08"},
      {9e15, "9e+15"},
  };
  for (const auto& [value, text] : cases) {
    EXPECT_EQ(MeanText(value), text);
    EXPECT_LE(text.size(), 10);
  }
}

// S-034: numbers do not follow the locale.
TEST(MeanTextTest, LocaleDoesNotMatter) {
  for (const char* locale : {"de_DE.UTF-8", "fr_FR.UTF-8"}) {
    if (std::setlocale(LC_ALL, locale) == nullptr) continue;
    EXPECT_EQ(MeanText(1.5), "1.50") << locale;
  }
  std::setlocale(LC_ALL, "C");
}

std::string Spread(const Values& values) {
  return SpreadText(
      RowOf(Welch({MakeRuns("a", {{"m", values}}), MakeRuns("b", {{"m", {1}}})}), "m").values(0));
}

// S-102: the spread of one run is not 0 %.
TEST(SpreadTextTest, OfAFewRuns) {
  EXPECT_EQ(Spread({5}), "-");
  EXPECT_EQ(Spread({5, 5, 5}), "");
  EXPECT_EQ(Spread({100, 104}), "±2.8%");
  EXPECT_EQ(Spread({-100, -104}), "±2.8%");
  EXPECT_EQ(Spread({1, 2, 3}), "± 50%");
  EXPECT_EQ(Spread({-1, 1}), "-");
  EXPECT_EQ(Spread({-1, 1.001}), "±>999");
}

std::string Change(const Values& a, const Values& b, const std::string& name = "m") {
  return ChangeText(RowOf(Welch({MakeRuns("a", {{name, a}}), MakeRuns("b", {{name, b}})}), name),
                    1);
}

// S-100 and S-105: what a change is measured in is visible in each row.
TEST(ChangeTextTest, ShowsItsUnit) {
  EXPECT_EQ(Change({1000, 1000}, {1100, 1100}), "+10.0%");
  EXPECT_EQ(Change({8.8, 8.8}, {16.4, 16.4}, "cpu.sys%"), "+7.6");
  EXPECT_EQ(Change({0.07, 0.07}, {0.21, 0.21}, "perf-profile.self.f"), "+0.1");
  EXPECT_EQ(Change({0.07, 0.07}, {0.04, 0.04}, "perf-profile.self.f"), "-0.03");
  EXPECT_EQ(Change({0, 0, 0}, {12, 12, 12}), "0 -> 12");
  EXPECT_EQ(Change({-5, -5}, {5, 5}), "+10.0");
  EXPECT_EQ(Change({1e-9, 1e-9}, {12, 12}), "+1.2e+12%");
}

TEST(ChangeTextTest, ShowsDoubt) {
  EXPECT_EQ(Change({100}, {112, 112}), "?+12.0%");
  EXPECT_EQ(Change({0}, {12}), "?0 -> 12");
  EXPECT_EQ(Change({100, 104, 96}, {101, 105, 97}), "~+1.0%");
  EXPECT_EQ(Change({5, 5}, {5, 5}), "~+0.0%");
}

TEST(PadLeftTest, CountsCharacters) {
  EXPECT_EQ(PadLeft("±4%", 6), "   ±4%");
  EXPECT_EQ(PadLeft("wide enough", 3), "wide enough");
}

}  // namespace
}  // namespace collect
