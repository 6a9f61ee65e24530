// The benchmark's output as a probe, and the table of benchmarks.
#include "probes/workload/workload_probe.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "probes/workload/metrics_from.h"
#include "tests/support/fake_host.h"

namespace collect {
namespace {

using ::testing::HasSubstr;
using ::testing::Optional;

class WorkloadProbeTest : public testing::Test {
 protected:
  WorkloadProbe probe_;
  ProbeBench bench_{probe_};
};

TEST_F(WorkloadProbeTest, ResultsCarryTheNameOfTheTestcase) {
  bench_.command.testcase = "apachebench";
  ASSERT_TRUE(bench_.Open().ok());
  EXPECT_TRUE(bench_.columns.metrics().empty()) << "nothing is known before the command has ended";
  bench_.command.output = Fixture("apachebench/plain.txt");
  ASSERT_TRUE(bench_.Read().ok());
  EXPECT_THAT(bench_.RealValue("apachebench.requests_per_second"), Optional(2569.74));
  EXPECT_THAT(bench_.RealValue("apachebench.max_latency.95%"), Optional(6.0));
  const v1::MetricDescriptor& kpi = bench_.MetricOf("apachebench.time_per_request");
  EXPECT_TRUE(kpi.kpi());
  EXPECT_EQ(kpi.direction(), v1::LOWER_IS_BETTER);
  EXPECT_EQ(kpi.kind(), v1::LAST);
  EXPECT_EQ(kpi.unit(), "ms");
  EXPECT_FALSE(bench_.MetricOf("apachebench.transfer_rate").kpi());
}

TEST_F(WorkloadProbeTest, TestcaseWithoutParserIsNotPresent) {
  bench_.command.testcase = "sleep";
  const absl::Status status = bench_.Open();
  EXPECT_TRUE(absl::IsNotFound(status)) << status;
  EXPECT_EQ(status.message(), "no parser for the output of sleep");
}

// A benchmark that crashed printed no table; that it crashed is a result.
TEST_F(WorkloadProbeTest, FailureIsAResultEvenWithoutOutput) {
  bench_.command.testcase = "stress-ng";
  bench_.command.exit_status = 139;
  bench_.command.signal = 11;
  ASSERT_TRUE(bench_.Open().ok());
  ASSERT_TRUE(bench_.Read().ok());
  EXPECT_THAT(bench_.Value("last_state.test.stress-ng.killed_by.11"), Optional(1));
  EXPECT_TRUE(bench_.HasNote("stress-ng")) << "the parser's own complaint is kept";
}

TEST_F(WorkloadProbeTest, LinesOnTheDescriptorCountBeforeThoseInTheOutput) {
  bench_.command.testcase = "script";
  bench_.command.metrics_are_read = true;
  ASSERT_TRUE(bench_.Open().ok());
  bench_.command.metrics = "collect-metric depth=7 m\nlogin.fail\n";
  bench_.command.output = "collect-metric depth=8 m\n";
  ASSERT_TRUE(bench_.Read().ok());
  EXPECT_THAT(bench_.RealValue("script.depth"), Optional(7.0));
  EXPECT_THAT(bench_.RealValue("script.login.fail"), Optional(1.0));
}

TEST_F(WorkloadProbeTest, AnyCommandMayReport) {
  const std::vector<MetricRule> rules =
      *ParseMetricRules("r", "speed 1/s higher regex speed=(.+)\n");
  bench_.command.testcase = "script";
  bench_.command.output_is_read = true;
  bench_.command.metric_rules = &rules;
  ASSERT_TRUE(bench_.Open().ok());
  bench_.command.output = "speed=12.5\ncollect-metric depth=7 m\n";
  ASSERT_TRUE(bench_.Read().ok());
  EXPECT_THAT(bench_.RealValue("script.speed"), Optional(12.5));
  EXPECT_TRUE(bench_.MetricOf("script.speed").kpi());
  EXPECT_THAT(bench_.RealValue("script.depth"), Optional(7.0));
  EXPECT_EQ(bench_.MetricOf("script.depth").unit(), "m");
}

TEST_F(WorkloadProbeTest, BrokenOffOutputKeepsWhatWasFound) {
  bench_.command.testcase = "apachebench";
  ASSERT_TRUE(bench_.Open().ok());
  const std::string whole = Fixture("apachebench/plain.txt");
  bench_.command.output = whole.substr(0, whole.find("Transfer rate:"));
  ASSERT_TRUE(bench_.Read().ok()) << "an error would cost the sample";
  EXPECT_TRUE(bench_.HasNote("\"Transfer rate:\""));
  EXPECT_THAT(bench_.RealValue("apachebench.requests_per_second"), Optional(2569.74));
  EXPECT_EQ(bench_.ColumnOf("apachebench.transfer_rate"), -1);
}

TEST_F(WorkloadProbeTest, FailedRequestsBecomeANote) {
  bench_.command.testcase = "apachebench";
  ASSERT_TRUE(bench_.Open().ok());
  bench_.command.output = Fixture("apachebench/length_failures.txt");
  ASSERT_TRUE(bench_.Read().ok());
  EXPECT_TRUE(bench_.HasNote("300 of 900 requests failed"));
}

}  // namespace
}  // namespace collect
