// The report that a person reads.
#include "compare/text_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "compare/kpi_text.h"
#include "tests/compare/runs.h"

namespace collect {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// Four runs a side of a server that became slower, with the metrics that a reader wants to see.
std::vector<NamedRuns> SlowerServer() {
  std::vector<NamedRuns> named = {
      MakeRuns("before", {{"apachebench.requests_per_second", {1000, 1010, 990, 1000}},
                          {"proc-vmstat.pgfault", {500, 510, 490, 500}},
                          {"proc-vmstat.pgfree", {500, 510, 490, 500}},
                          {"softirqs.TIMER", {100, 101, 99, 100}},
                          {"slabinfo.gone.num_objs", {7, 7, 7, 7}}}),
      MakeRuns("after", {{"apachebench.requests_per_second", {900, 905, 895, 900}},
                         {"proc-vmstat.pgfault", {800, 810, 790, 800}},
                         {"proc-vmstat.pgfree", {502, 505, 493, 501}},
                         {"softirqs.TIMER", {100, std::nullopt, 180, 181}}})};
  for (NamedRuns& group : named) {
    for (RunData& run : group.runs) {
      run.run.set_testcase("apachebench");
      (*run.run.mutable_params())["concurrency"] = "64";
      v1::MetricDescriptor& kpi = *run.records[0].mutable_metric();
      kpi.set_kpi(true);
      kpi.set_direction(v1::HIGHER_IS_BETTER);
    }
  }
  return named;
}

// S-029: what was counted in a part of the time only is said to be.
TEST(TextReportTest, CoverageIsMarked) {
  std::vector<NamedRuns> named = {
      MakeRuns("before", {{"perf-stat.total.instructions", {1000, 1010, 990, 1000}}}),
      MakeRuns("after", {{"perf-stat.total.instructions", {2000, 2010, 1990, 2000}}})};
  for (RunData& run : named[1].runs) run.records[0].set_coverage(0.999);
  EXPECT_THAT(TextReport(Welch(named), false), Not(HasSubstr("of the time]")));
  named[1].runs[2].records[0].set_coverage(0.25);
  EXPECT_THAT(TextReport(Welch(named), false),
              HasSubstr("perf-stat.total.instructions  [counted 25% of the time]"));
}

TEST(TextReportTest, ShowsKpisAndWhatChanged) {
  const std::string report = TextReport(Welch(SlowerServer()), false);
  EXPECT_EQ(
      report.substr(report.find("====")),
      R"(=========================================================================================
concurrency/testcase:
  64/apachebench

KPIs, change and its 95 % interval:
  apachebench.requests_per_second  -10.0 % [-11.2, -8.8]  worse

          before                       after
---------------- ---------------------------
    mean ±stddev    %change     mean ±stddev  metric
      1000 ±0.8%     -10.0%     900.00 ±0.5%  apachebench.requests_per_second
    500.00 ±1.6%     +60.0%     800.00 ±1.0%  proc-vmstat.pgfault

1 metric is missing in all runs of a group:
      7.00                  missing (0 of 4)  slabinfo.gone.num_objs

mean over runs; ±: sample standard deviation in per cent of it, - where it cannot be said; %change of the mean,
without % the difference; ~ no difference seen, ? weak or too few runs to judge (method welch/1)
)");
}

// S-098: 2 of 3 runs have it.
TEST(TextReportTest, AllShowsEveryMetricAndHowManyRunsHaveIt) {
  const std::string report = TextReport(Welch(SlowerServer()), true);
  EXPECT_THAT(report,
              HasSubstr("    500.00 ±1.6%    ~+0.05%     500.25 ±1.0%  proc-vmstat.pgfree\n"));
  EXPECT_THAT(report, HasSubstr("softirqs.TIMER  [4 of 4, 3 of 4]\n"));
  EXPECT_THAT(report, HasSubstr("missing (0 of 4)  slabinfo.gone.num_objs\n"));
}

// S-099: two sets of one run each. The benchmark's own metric comes first, time stamps never.
TEST(TextReportTest, OneRunASide) {
  NamedRuns a = MakeRuns("a", {{"ab.rps", {10}}, {"dmesg.timestamp:last", {5322}}, {"aa.x", {3}}});
  NamedRuns b = MakeRuns("b", {{"ab.rps", {12}}, {"dmesg.timestamp:last", {1}}, {"aa.x", {9}}});
  for (NamedRuns* group : {&a, &b}) group->runs[0].records[1].mutable_metric()->set_kpi(true);
  const std::string report = TextReport(Welch({a, b}), false);
  EXPECT_THAT(report, Not(HasSubstr("timestamp")));
  EXPECT_THAT(report, HasSubstr("     10.00     -    ?+20.0%      12.00     -  ab.rps\n"));
  EXPECT_THAT(report, HasSubstr("ab.rps  +20.0 %  too few runs to judge\n"));
  EXPECT_THAT(report, Not(HasSubstr("± 0%")));
}

// S-100: tiny shares and counts are not worth a line, whatever their per cent.
TEST(TextReportTest, HardlyThereIsNotInTheList) {
  const NamedRuns a = MakeRuns("a", {{"m.tiny", {0.002, 0.002}}, {"m.zero", {0, 0}}});
  const NamedRuns b = MakeRuns("b", {{"m.tiny", {0.05, 0.05}}, {"m.zero", {12, 12}}});
  const std::string report = TextReport(Welch({a, b}), false);
  EXPECT_THAT(report, Not(HasSubstr("m.tiny")));
  EXPECT_THAT(report, HasSubstr("0 -> 12"));
  EXPECT_THAT(TextReport(Welch({a, b}), true), HasSubstr("+2400.0%"));
}

// A clock that never stops, over runs of another length: steady enough to differ, by nothing.
TEST(TextReportTest, ChangeThatPrintsAsZeroIsNotInTheList) {
  const NamedRuns a = MakeRuns("a", {{"m.clock", {2000, 2000.001}}});
  const NamedRuns b = MakeRuns("b", {{"m.clock", {2000.02, 2000.021}}});
  EXPECT_THAT(TextReport(Welch({a, b}), false), Not(HasSubstr("m.clock")));
  EXPECT_THAT(TextReport(Welch({a, b}), true), HasSubstr("     +0.00%       2000 ±0.0%  m.clock"));
}

// S-115: the reason stands in the row.
TEST(TextReportTest, UnitsThatDoNotConvert) {
  NamedRuns a = MakeRuns("a", {{"m", {2048, 2048}}});
  a.runs[0].records[0].mutable_metric()->set_unit("kB");
  const std::string report = TextReport(Welch({a, MakeRuns("b", {{"m", {1, 1}}})}), true);
  EXPECT_THAT(report,
              HasSubstr("          ?       1.00        m  [units do not convert: kB and count]\n"));
}

// S-101: what exists on one side only enters no sum and no mean, and is listed.
TEST(TextReportTest, OneSidedMetricsAreListed) {
  const NamedRuns a = MakeRuns("a", {{"X", {100, 100}}, {"Y", {10000, 10000}}});
  const std::string report = TextReport(Welch({a, MakeRuns("b", {{"X", {100, 100}}})}), false);
  EXPECT_THAT(report, HasSubstr("1 metric is missing in all runs of a group:\n     10000"));
  EXPECT_THAT(report, Not(HasSubstr("-90")));
}

TEST(TextReportTest, ManyOneSidedMetricsAreCounted) {
  std::map<std::string, Values> many;
  for (int i = 0; i < 50; ++i) many[absl::StrCat("m", i)] = {1, 1};
  const std::string report =
      TextReport(Welch({MakeRuns("a", many), MakeRuns("b", {{"x", {1, 1}}})}), false);
  EXPECT_THAT(report, HasSubstr("51 metrics are missing in all runs of a group:\n"));
  EXPECT_THAT(report, HasSubstr("  and 31 more (--all shows them)\n"));
}

// S-117: one column for each group.
TEST(TextReportTest, ThreeGroups) {
  std::vector<NamedRuns> named;
  for (const char* name : {"results/v1/", "results/v2", "a-name-that-is-too-long-for-the-column"}) {
    named.push_back(MakeRuns(name, {{"m", {named.empty() ? 100.0 : 150.0, 150}}}));
  }
  const std::string report = TextReport(Welch(named), true);
  EXPECT_THAT(report, HasSubstr("              v1                          v2 "
                                "a-name-that-is-too-long-for\n"));
  EXPECT_THAT(report, HasSubstr("    125.00 ± 28%    ~+20.0%     150.00          ~+20.0%     150.00"
                                "        m\n"));
}

// S-123: each table ends with a legend of two lines; no line ends in blanks.
TEST(TextReportTest, EndsWithALegend) {
  const std::string report = TextReport(Welch(SlowerServer()), true);
  const std::vector<std::string> lines = absl::StrSplit(report, '\n');
  ASSERT_GE(lines.size(), 4);
  EXPECT_EQ(lines[lines.size() - 4], "");
  EXPECT_THAT(lines[lines.size() - 3], HasSubstr("sample standard deviation"));
  EXPECT_THAT(lines[lines.size() - 2], HasSubstr("too few runs to judge"));
  for (const std::string& line : lines) EXPECT_FALSE(absl::EndsWith(line, " ")) << line;
}

// What tells one story takes one line, what follows from the length of the runs is named and no
// more, and our own cost comes last; --all shows every row.
TEST(TextReportTest, StaysShort) {
  std::map<std::string, Values> before = {{"ab.time.elapsed_time", {10, 10.1, 9.9, 10}},
                                          {"collect.cpu_ms", {5, 6, 5, 6}},
                                          {"collect.probe.meminfo.cpu_us", {50, 51, 49, 50}},
                                          {"collect.probe.meminfo.wall_us", {60, 61, 59, 60}},
                                          {"interrupts.LOC", {1000, 1012, 988, 1001}}};
  std::map<std::string, Values> after = {{"ab.time.elapsed_time", {20, 20.2, 19.8, 20}},
                                         {"collect.cpu_ms", {50, 60, 50, 60}},
                                         {"collect.probe.meminfo.cpu_us", {100, 102, 98, 100}},
                                         {"collect.probe.meminfo.wall_us", {120, 122, 118, 120}},
                                         {"interrupts.LOC", {2000, 2025, 1978, 2002}}};
  for (int cpu = 0; cpu < 16; ++cpu) {
    before[absl::StrCat("softirqs.CPU", cpu, ".RCU")] = {100, 101, 99, 100};
    after[absl::StrCat("softirqs.CPU", cpu, ".RCU")] = {500, 510, 490, 500};
  }
  std::vector<NamedRuns> named = {MakeRuns("before", before), MakeRuns("after", after)};
  for (NamedRuns& group : named) {
    for (RunData& run : group.runs) {
      run.run.set_testcase("ab");
      for (v1::MetricRecord& record : run.records) record.mutable_metric()->set_kind(v1::COUNTER);
    }
  }
  const std::string report = TextReport(Welch(named), false);
  EXPECT_THAT(report, HasSubstr(".RCU  [and 15 more of softirqs.CPU*.RCU, +400.0% .. +400.0%]\n"));
  EXPECT_THAT(report, HasSubstr("\n3 amounts changed as the length of the runs did "
                                "(ab.time.elapsed_time +100.0%): per second\n"
                                "no difference was seen (--all shows the amounts):\n"
                                "  interrupts.LOC collect.*\n"));
  EXPECT_THAT(report, HasSubstr("collect.cpu_ms\n\n3 amounts"));
  const std::string all = TextReport(Welch(named), true);
  EXPECT_THAT(all, HasSubstr("softirqs.CPU15.RCU\n"));
  EXPECT_THAT(all, Not(HasSubstr("more of")));
}

// An imported name may hold anything; a terminal must not act on it.
TEST(TextReportTest, ControlBytesAreEscaped) {
  const std::string name = "evil\x1b[2J\nname";
  const std::string report =
      TextReport(Welch({MakeRuns("a", {{name, {1, 1}}}), MakeRuns("b", {{name, {2, 2}}})}), true);
  EXPECT_THAT(report, HasSubstr("evil\\033[2J\\nname\n"));
}

v1::MetricDescriptor Directed(v1::Direction direction) {
  v1::MetricDescriptor metric;
  metric.set_direction(direction);
  return metric;
}

// S-108: only a metric with a direction is better or worse.
TEST(VerdictWordTest, FollowsTheDirection) {
  v1::Change change;
  change.set_verdict(v1::Change::CHANGED);
  EXPECT_EQ(VerdictWord(Directed(v1::DIRECTION_UNSPECIFIED), change, true), "higher");
  EXPECT_EQ(VerdictWord(Directed(v1::DIRECTION_UNSPECIFIED), change, false), "lower");
  EXPECT_EQ(VerdictWord(Directed(v1::HIGHER_IS_BETTER), change, true), "better");
  EXPECT_EQ(VerdictWord(Directed(v1::HIGHER_IS_BETTER), change, false), "worse");
  EXPECT_EQ(VerdictWord(Directed(v1::LOWER_IS_BETTER), change, true), "worse");
  change.set_verdict(v1::Change::NO_CHANGE);
  EXPECT_EQ(VerdictWord(Directed(v1::LOWER_IS_BETTER), change, true), "no difference seen");
}

}  // namespace
}  // namespace collect
