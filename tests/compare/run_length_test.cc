// Amounts that only follow the length of the runs.
#include "compare/run_length.h"

#include <gtest/gtest.h>

#include "tests/compare/runs.h"

namespace collect {
namespace {

// The benchmark takes twice as long; interrupts of the timer follow, page faults do not, and
// context switches are more than the time explains.
class RunLengthTest : public testing::Test {
 protected:
  v1::Comparison Compared(const Values& elapsed_after) {
    std::vector<NamedRuns> named = {
        MakeRuns("before", {{"ab.time.elapsed_time", {10, 10.1, 9.9, 10}},
                            {"ab.time.system_time", {2, 2.02, 1.98, 2}},
                            {"ab.time.maximum_resident_set_size", {100, 101, 99, 100}},
                            {"interrupts.LOC", {1000, 1012, 988, 1001}},
                            {"proc-vmstat.pgfault", {500, 505, 495, 500}},
                            {"perf-stat.total.context-switches", {50, 51, 49, 50}},
                            {"meminfo.Cached", {700, 707, 693, 700}}}),
        MakeRuns("after", {{"ab.time.elapsed_time", elapsed_after},
                           {"ab.time.system_time", {4, 4.04, 3.96, 4}},
                           {"ab.time.maximum_resident_set_size", {200, 201, 199, 200}},
                           {"interrupts.LOC", {2000, 2025, 1978, 2002}},
                           {"proc-vmstat.pgfault", {500, 505, 495, 500}},
                           {"perf-stat.total.context-switches", {500, 510, 490, 500}},
                           {"meminfo.Cached", {1400, 1414, 1386, 1400}}})};
    for (NamedRuns& group : named) {
      for (RunData& run : group.runs) {
        run.run.set_testcase("ab");
        for (v1::MetricRecord& record : run.records) Describe(*record.mutable_metric());
      }
    }
    return Welch(named);
  }

  static void Describe(v1::MetricDescriptor& metric) {
    const bool of_command = metric.name().rfind("ab.", 0) == 0;
    metric.set_kind(of_command ? v1::LAST : v1::COUNTER);
    if (metric.name() == "meminfo.Cached") metric.set_kind(v1::GAUGE);
    metric.set_unit(of_command ? "s" : "count");
    if (metric.name() == "ab.time.maximum_resident_set_size") metric.set_unit("kB");
  }
};

TEST_F(RunLengthTest, WhatPerSecondIsTheSameIsExplained) {
  const v1::Comparison comparison = Compared({20, 20.2, 19.8, 20});
  const RunLength length(comparison);
  ASSERT_NE(length.elapsed(), nullptr);
  EXPECT_TRUE(length.Explains(RowOf(comparison, "interrupts.LOC")));
  EXPECT_TRUE(length.Explains(RowOf(comparison, "ab.time.system_time")));
  EXPECT_FALSE(length.Explains(RowOf(comparison, "perf-stat.total.context-switches")));
}

TEST_F(RunLengthTest, LevelsAndWhatDidNotChangeAreNot) {
  const v1::Comparison comparison = Compared({20, 20.2, 19.8, 20});
  const RunLength length(comparison);
  EXPECT_FALSE(length.Explains(RowOf(comparison, "ab.time.elapsed_time")));
  EXPECT_FALSE(length.Explains(RowOf(comparison, "ab.time.maximum_resident_set_size")));
  EXPECT_FALSE(length.Explains(RowOf(comparison, "meminfo.Cached")));
  EXPECT_FALSE(length.Explains(RowOf(comparison, "proc-vmstat.pgfault")));
}

TEST_F(RunLengthTest, RunsOfOneLengthExplainNothing) {
  const v1::Comparison comparison = Compared({10, 10.1, 9.9, 10});
  const RunLength length(comparison);
  EXPECT_EQ(length.elapsed(), nullptr);
  EXPECT_FALSE(length.Explains(RowOf(comparison, "interrupts.LOC")));
}

// A run without a time cannot be taken per second, and neither can its group.
TEST_F(RunLengthTest, MissingTimesExplainNothing) {
  EXPECT_EQ(RunLength(Compared({20, std::nullopt, 19.8, 20})).elapsed(), nullptr);
  EXPECT_EQ(RunLength(Compared({20, 0, 19.8, 20})).elapsed(), nullptr);
}

}  // namespace
}  // namespace collect
