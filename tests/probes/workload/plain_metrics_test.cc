// The plain form of results.
#include "probes/workload/plain_metrics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "tests/support/recorded_results.h"

namespace collect {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::SizeIs;

absl::Status Parse(absl::string_view output, Results& results) {
  ReadPlainMetrics(output, results);
  return absl::OkStatus();
}

TEST(PlainMetricsTest, AmongOtherOutput) {
  const RecordedResults results(Parse,
                                "building...\n"
                                "collect-metric build_time=12.5 s\n"
                                "  collect-metric files=300\n"
                                "boot.pass\n"
                                "net/tcp.fail\r\n"
                                "all.passed and nothing.fail here\n");
  EXPECT_THAT(results.values, ElementsAre(Pair("boot.pass", 1), Pair("build_time", 12.5),
                                          Pair("files", 300), Pair("net/tcp.fail", 1)));
  EXPECT_EQ(results.units.at("build_time"), "s");
  EXPECT_EQ(results.units.at("files"), "count");
  EXPECT_THAT(results.notes, IsEmpty());
}

TEST(PlainMetricsTest, OddLinesAreNotedOnce) {
  for (const char* line :
       {"collect-metric", "collect-metric a", "collect-metric =1",
        "collect-metric a=", "collect-metric a=x", "collect-metric a=1,5", "collect-metric a=nan",
        "collect-metric a=1 s more", "collect-metric a;b=1"}) {
    const RecordedResults results(Parse, absl::StrCat(line, "\n", line, "\n"));
    EXPECT_THAT(results.values, IsEmpty()) << line;
    EXPECT_THAT(results.notes, SizeIs(1)) << line;
    EXPECT_TRUE(results.HasNote(line));
  }
}

TEST(PlainMetricsTest, FirstOfTwoCounts) {
  const RecordedResults results(Parse, "collect-metric a=1\ncollect-metric a=2\na.fail\na.fail\n");
  EXPECT_THAT(results.values, ElementsAre(Pair("a", 1), Pair("a.fail", 1)));
  EXPECT_TRUE(results.HasNote("stands twice"));
}

// S-084: killed in the middle of "a=1500".
TEST(PlainMetricsTest, CutNumberIsNoNumber) {
  const RecordedResults results(Parse, "collect-metric a=15");
  EXPECT_THAT(results.values, IsEmpty());
  EXPECT_TRUE(results.HasNote("may be cut"));
}

TEST(PlainMetricsTest, ManyNamesAreBounded) {
  std::string output;
  for (int i = 0; i < 1500; ++i) absl::StrAppend(&output, "collect-metric m", i, "=1\n");
  const RecordedResults results(Parse, output);
  EXPECT_THAT(results.values, SizeIs(1000));
  EXPECT_TRUE(results.HasNote("more than 1000 names"));
}

}  // namespace
}  // namespace collect
