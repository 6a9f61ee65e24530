// Parsers that a file declares.
#include "probes/workload/metrics_from.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "tests/support/fake_host.h"
#include "tests/support/recorded_results.h"

namespace collect {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;

// RecordedResults wants a function without a state.
std::vector<MetricRule> rules;
absl::Status Read(absl::string_view output, Results& results) {
  return ReadMetrics(rules, output, results);
}

RecordedResults ResultsOf(absl::string_view file, absl::string_view output) {
  auto parsed = ParseMetricRules("m.txt", file);
  EXPECT_TRUE(parsed.ok()) << parsed.status();
  rules = parsed.value_or(std::vector<MetricRule>());
  return RecordedResults(Read, output);
}

constexpr char kOutput[] =
    "starting\nlatency=1.5ms\nlatency=4ms\nlatency=0.5ms\nRequests/sec:   1865.95\n";

TEST(MetricsFromTest, RegularExpressions) {
  const RecordedResults results = ResultsOf(
      "# NAME UNIT BETTER FORM WHERE\n"
      "rps 1/s higher regex Requests/sec: +([0-9.]+)\n"
      "\n"
      "first ms none regex latency=([0-9.]+)ms\n"
      "last ms none regex:last latency=([0-9.]+)ms\n"
      "sum ms none regex:sum latency=([0-9.]+)ms\n"
      "mean ms none regex:mean latency=([0-9.]+)ms\n"
      "min ms none regex:min latency=([0-9.]+)ms\n"
      "max ms lower regex:max latency=([0-9.]+)ms\n",
      kOutput);
  ASSERT_TRUE(results.status.ok()) << results.status;
  EXPECT_THAT(results.values,
              ElementsAre(Pair("first", 1.5), Pair("last", 0.5), Pair("max", 4), Pair("mean", 2),
                          Pair("min", 0.5), Pair("rps", 1865.95), Pair("sum", 6)));
  EXPECT_THAT(results.Kpis(), ElementsAre("max -", "rps +"));
  EXPECT_EQ(results.units.at("rps"), "1/s");
}

// fio's real JSON.
TEST(MetricsFromTest, JsonPaths) {
  const RecordedResults results = ResultsOf(
      "iops 1/s higher json jobs[0].read.iops\n"
      "p99 ns lower json $.jobs[0].read.clat_ns.percentile[\"99.000000\"]\n"
      "ios count none json:sum jobs[*].read.total_ios\n",
      Fixture("workloads/fio_3.33_group.json"));
  ASSERT_TRUE(results.status.ok()) << results.status;
  EXPECT_THAT(results.values,
              ElementsAre(Pair("iops", 35183.816184), Pair("ios", 35219), Pair("p99", 91648)));
}

TEST(MetricsFromTest, WhatIsNotFoundIsNamedAndTheRestCounts) {
  const RecordedResults results = ResultsOf(
      "a s none regex ^nothing (x)\n"
      "rps 1/s higher regex Requests/sec: +([0-9.]+)\n"
      "j s none json a.b\n",
      kOutput);
  EXPECT_THAT(results.status.message(), HasSubstr("m.txt:1: a: no number in the output"));
  EXPECT_THAT(results.values, ElementsAre(Pair("rps", 1865.95)));
}

TEST(MetricsFromTest, FaultsNameFileAndLine) {
  const struct {
    const char* text;
    const char* message;
  } kCases[] = {
      {"# only a comment\n", "m.txt: no metric"},
      {"\na s none\n", "m.txt:2: expected NAME UNIT BETTER FORM WHERE"},
      {"a s up regex (x)\n", "m.txt:1: \"up\" is not higher, lower or none"},
      {"a s none xml (x)\n", "m.txt:1: \"xml\" is not regex or json"},
      {"a s none regex:best (x)\n", "m.txt:1: \"best\" is not first"},
      {"a s none regex (x\n", "m.txt:1: not a regular expression of RE2: missing )"},
      {"a s none regex x\n", "m.txt:1: expected one group (...) around the number, found 0"},
      {"a s none json a[x]\n", "m.txt:1: expected [NUMBER], [*] or [\"KEY\"] at \"[x]\""},
      {"a s none json a..b\n", "m.txt:1: expected a KEY at \".b\""},
      {"a s none json a.\n", "m.txt:1: expected a KEY behind the dot"},
      {"a s none json a[\"b\n", "m.txt:1: expected [\"KEY\"]"},
      {"a s none regex (x)\na s none regex (x)\n", "m.txt:2: the metric a stands twice"},
  };
  for (const auto& fault : kCases) {
    EXPECT_THAT(ParseMetricRules("m.txt", fault.text).status().message(), HasSubstr(fault.message))
        << fault.text;
  }
}

// S-084: the output ends in the middle of 1865.95.
TEST(MetricsFromTest, CutNumberIsNoNumber) {
  const RecordedResults results =
      ResultsOf("rps 1/s higher regex Requests/sec: +([0-9.]+)\n", "Requests/sec:   18");
  EXPECT_FALSE(results.status.ok());
  EXPECT_THAT(results.values, IsEmpty());
}

}  // namespace
}  // namespace collect
