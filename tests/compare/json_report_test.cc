// Comparisons for other programs.
#include "compare/json_report.h"

#include <gmock/gmock.h>
#include <google/protobuf/util/json_util.h>
#include <google/protobuf/util/message_differencer.h>
#include <gtest/gtest.h>

#include "tests/compare/runs.h"

namespace collect {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::vector<NamedRuns> Named() {
  return {MakeRuns("a, \"b\"", {{"m", {0, std::nullopt}}, {"n", {1.5, 1.25}}}),
          MakeRuns("c", {{"m", {1, 2}}, {"n", {9e15, 9e15 + 2}}})};
}

TEST(JsonReportTest, ReadsBackAsTheSameMessage) {
  const v1::Comparison comparison = Welch(Named());
  const auto json = JsonReport(comparison);
  ASSERT_TRUE(json.ok()) << json.status();
  v1::Comparison back;
  ASSERT_TRUE(google::protobuf::util::JsonStringToMessage(*json, &back).ok());
  EXPECT_TRUE(google::protobuf::util::MessageDifferencer::Equals(comparison, back)) << *json;
}

// S-100: neither NaN nor infinity, which JSON does not have.
TEST(JsonReportTest, HasOnlyNumbers) {
  const std::string json = *JsonReport(Welch(Named()));
  EXPECT_THAT(json, Not(HasSubstr("NaN")));
  EXPECT_THAT(json, Not(HasSubstr("Infinity")));
}

// S-118: one row for each run and metric.
TEST(CsvReportTest, OneLineForEachRunAndMetric) {
  EXPECT_EQ(CsvReport(Welch(Named())),
            "metric,unit,group,run,value\n"
            "m,count,\"a, \"\"b\"\"\",\"a, \"\"b\"\"-0\",0\n"
            "m,count,c,c-0,1\n"
            "m,count,c,c-1,2\n"
            "n,count,\"a, \"\"b\"\"\",\"a, \"\"b\"\"-0\",1.5\n"
            "n,count,\"a, \"\"b\"\"\",\"a, \"\"b\"\"-1\",1.25\n"
            "n,count,c,c-0,9000000000000000\n"
            "n,count,c,c-1,9000000000000002\n");
}

}  // namespace
}  // namespace collect
