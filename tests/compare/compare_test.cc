// Rows: what is missing, what converts, what does not depend on order.
#include "compare/compare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "compare/json_report.h"
#include "compare/text_report.h"
#include "compare/welch_method.h"
#include "tests/compare/runs.h"

namespace collect {
namespace {

using ::testing::DoubleEq;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// S-098: a metric that a run lacks is missing there, never 0.
TEST(CompareTest, MissingIsNotZero) {
  const v1::Comparison all = Welch({MakeRuns("a", {{"turbostat.Avg_MHz", {258, 260, 262}}}),
                                    MakeRuns("b", {{"other", {1, 1, 1}}})});
  const v1::Row& row = RowOf(all, "turbostat.Avg_MHz");
  EXPECT_EQ(row.changes(0).verdict(), v1::Change::VANISHED);
  EXPECT_FALSE(row.changes(0).has_change());
  EXPECT_FALSE(row.values(1).has_mean());
  EXPECT_EQ(row.values(1).runs(), 3);
  EXPECT_EQ(RowOf(all, "other").changes(0).verdict(), v1::Change::APPEARED);

  const v1::Comparison some =
      Welch({MakeRuns("a", {{"turbostat.Avg_MHz", {258, 260, 262}}}),
             MakeRuns("b", {{"turbostat.Avg_MHz", {255, std::nullopt, 261}}})});
  const v1::GroupValues& values = RowOf(some, "turbostat.Avg_MHz").values(1);
  EXPECT_EQ(values.mean(), 258);
  EXPECT_THAT(values.positions(), ElementsAre(0, 2));
  EXPECT_THAT(RowOf(some, "turbostat.Avg_MHz").values(0).positions(), IsEmpty());
}

// S-114: n is the number of runs, and means are not cut.
TEST(CompareTest, SamplesAreNotRuns) {
  NamedRuns runs = MakeRuns("a", {{"m", {0.4, 0.4, 0.5}}, {"big", {9e15, 9e15 + 2, 9e15 + 4}}});
  for (RunData& run : runs.runs) run.records[0].set_samples(300);
  const v1::Comparison comparison = Welch({runs, MakeRuns("b", {{"m", {0.4, 0.4, 0.5}}})});
  EXPECT_EQ(RowOf(comparison, "m").values(0).values_size(), 3);
  EXPECT_THAT(RowOf(comparison, "m").values(0).mean(), DoubleEq(1.3 / 3));
  EXPECT_EQ(RowOf(comparison, "big").values(0).mean(), 9e15 + 2);
}

class UnitsTest : public testing::Test {
 protected:
  v1::Comparison With(const std::string& unit_a, const std::string& unit_b) {
    a_.runs[0].records[0].mutable_metric()->set_unit(unit_a);
    b_.runs[0].records[0].mutable_metric()->set_unit(unit_b);
    return Welch({a_, b_});
  }
  NamedRuns a_ = MakeRuns("a", {{"m", {2048}}});
  NamedRuns b_ = MakeRuns("b", {{"m", {2097152}}});
};

// S-115: the same amount in another unit.
TEST_F(UnitsTest, AreConverted) {
  const v1::Comparison comparison = With("kB", "bytes");
  EXPECT_EQ(RowOf(comparison, "m").values(1).mean(), 2048);
  EXPECT_EQ(RowOf(comparison, "m").changes(0).change(), 0);
}

// S-115: with a unit missing there is nothing to compare.
TEST_F(UnitsTest, UnknownAgainstKnownIsNotJudged) {
  const v1::Comparison comparison = With("kB", "");
  const v1::Row& row = RowOf(comparison, "m");
  EXPECT_EQ(row.note(), "units do not convert: kB and unknown");
  EXPECT_EQ(row.changes(0).verdict(), v1::Change::VERDICT_UNSPECIFIED);
  EXPECT_FALSE(row.changes(0).has_change());
  EXPECT_THAT(Warnings(comparison), HasSubstr("not compared, as the units do not convert: m"));
}

// S-115: the definition behind a name has changed.
TEST_F(UnitsTest, OtherFormulaIsNamed) {
  b_.runs[0].records[0].mutable_metric()->mutable_formula()->set_version(2);
  EXPECT_THAT(Warnings(With("", "")), HasSubstr("different versions of their formula: m"));
}

// S-117: five groups, one of them with one run, another than the first as the reference.
TEST(CompareTest, AnyGroupIsTheBase) {
  std::vector<NamedRuns> named;
  double value = 99;
  for (const char* name : {"v1", "v2", "v3", "v4"}) {
    value += 1;
    named.push_back(MakeRuns(name, {{"m", {value, value + 0.5}}}));
  }
  named.push_back(MakeRuns("v5", {{"m", {202}}}));
  CompareOptions options;
  options.base = "v2";
  const v1::Comparison comparison = Welch(named, options);
  EXPECT_EQ(comparison.groups(0).name(), "v2");
  EXPECT_EQ(comparison.groups(4).name(), "v5");
  EXPECT_EQ(RowOf(comparison, "m").changes_size(), 4);
  EXPECT_NEAR(RowOf(comparison, "m").changes(3).change(), 99.5, 0.1);
  options.base = "v9";
  const auto missing = Compare(named, options, WelchMethod());
  EXPECT_TRUE(absl::IsNotFound(missing.status()));
  EXPECT_THAT(std::string(missing.status().message()), HasSubstr("v1, v2, v3, v4, v5"));
}

TEST(CompareTest, GlobChoosesMetrics) {
  const NamedRuns a = MakeRuns("a", {{"vmstat.in", {1, 2}}, {"slabinfo.x", {1, 2}}});
  CompareOptions options;
  options.metrics = {"vmstat.*"};
  const v1::Comparison comparison = Welch({a, a}, options);
  ASSERT_EQ(comparison.rows_size(), 1);
  EXPECT_EQ(comparison.rows(0).metric().name(), "vmstat.in");
  options.metrics = {"nothing*"};
  EXPECT_TRUE(absl::IsNotFound(Compare({a, a}, options, WelchMethod()).status()));
  EXPECT_TRUE(absl::IsInvalidArgument(Compare({a}, {}, WelchMethod()).status()));
}

TEST(CompareTest, GlobsAddUp) {
  CompareOptions options;
  options.metrics = {"a.*", "b.*"};
  const Values any = {1, 2};
  const std::vector<NamedRuns> named = {MakeRuns("a", {{"a.x", any}, {"b.x", any}, {"c.x", any}}),
                                        MakeRuns("b", {{"a.x", any}, {"b.x", any}, {"c.x", any}})};
  EXPECT_EQ(Welch(named, options).rows_size(), 2);
}

// The squares of such values are not finite; they are left out aloud.
TEST(CompareTest, HugeValuesAreNamed) {
  const v1::Comparison comparison =
      Welch({MakeRuns("a", {{"m", {1, 1e308}}}), MakeRuns("b", {{"m", {1, 2}}})});
  EXPECT_EQ(RowOf(comparison, "m").values(0).values_size(), 1);
  EXPECT_THAT(Warnings(comparison), HasSubstr("beyond 1e150 or no number are left out: m"));
}

TEST(CompareTest, NotANumberIsMissing) {
  const v1::Comparison comparison =
      Welch({MakeRuns("a", {{"m", {1, std::nan(""), HUGE_VAL}}}), MakeRuns("b", {{"m", {1, 2}}})});
  EXPECT_THAT(RowOf(comparison, "m").values(0).values(), ElementsAre(1));
}

// The same bytes whatever the order of runs in a group and of metrics in a run.
TEST(CompareTest, OrderOfInputDoesNotShow) {
  std::mt19937_64 random(1);
  std::lognormal_distribution<double> amount(3, 2);
  std::vector<NamedRuns> named{{"a", {}}, {"b", {}}};
  for (NamedRuns& group : named) {
    for (int run = 0; run < 4; ++run) {
      group.runs.push_back(GoodRun(group.name + std::to_string(run)));
      for (int metric = 0; metric < 60; ++metric) {
        const char* first = metric % 3 == 0 ? "perf-profile.self.cycles-pp.f" : "slabinfo.";
        AddRecord(group.runs.back(), first + std::to_string(metric), amount(random));
      }
    }
  }
  const v1::Comparison comparison = Welch(named);
  const std::string text = TextReport(comparison, true);
  const std::string json = *JsonReport(comparison);
  const std::string csv = CsvReport(comparison);
  for (int round = 0; round < 5; ++round) {
    for (NamedRuns& group : named) {
      std::shuffle(group.runs.begin(), group.runs.end(), random);
      for (RunData& run : group.runs) {
        std::shuffle(run.records.begin(), run.records.end(), random);
      }
    }
    const v1::Comparison shuffled = Welch(named);
    EXPECT_EQ(TextReport(shuffled, true), text);
    EXPECT_EQ(*JsonReport(shuffled), json);
    EXPECT_EQ(CsvReport(shuffled), csv);
  }
}

}  // namespace
}  // namespace collect
