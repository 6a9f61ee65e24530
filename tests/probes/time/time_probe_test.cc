// The command's resources as a probe.
#include "probes/time/time_probe.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/fake_host.h"

namespace collect {
namespace {

using ::testing::DoubleNear;
using ::testing::Optional;

// The run of tests/fixtures/apachebench/apachebench.raw, as GNU time -v printed it.
void EndOfTheRun(Command& command) {
  command.elapsed_ns = 3'160'000'000;
  command.usage.ru_utime = {0, 40'000};
  command.usage.ru_stime = {0, 320'000};
  command.usage.ru_maxrss = 7268;
  command.usage.ru_majflt = 5;
  command.usage.ru_minflt = 480;
  command.usage.ru_nvcsw = 4676;
  command.usage.ru_nivcsw = 270;
  command.usage.ru_inblock = 1128;
  command.usage.ru_oublock = 8;
}

class TimeProbeTest : public testing::Test {
 protected:
  void SetUp() override {
    bench_.command.testcase = "apachebench";
    ASSERT_TRUE(bench_.Open().ok());
  }

  TimeProbe probe_;
  ProbeBench bench_{probe_};
};

TEST_F(TimeProbeTest, SaysWhatGnuTimeSaid) {
  EndOfTheRun(bench_.command);
  ASSERT_TRUE(bench_.Read().ok());
  EXPECT_THAT(bench_.RealValue("apachebench.time.user_time"), Optional(0.04));
  EXPECT_THAT(bench_.RealValue("apachebench.time.system_time"), Optional(0.32));
  EXPECT_THAT(bench_.RealValue("apachebench.time.elapsed_time"), Optional(DoubleNear(3.16, 1e-9)));
  EXPECT_THAT(bench_.RealValue("apachebench.time.elapsed_time.max"),
              Optional(DoubleNear(3.16, 1e-9)));
  EXPECT_THAT(bench_.RealValue("apachebench.time.percent_of_cpu_this_job_got"),
              Optional(DoubleNear(11.39, 0.01)));
  EXPECT_THAT(bench_.Value("apachebench.time.maximum_resident_set_size"), Optional(7268));
  EXPECT_THAT(bench_.Value("apachebench.time.major_page_faults"), Optional(5));
  EXPECT_THAT(bench_.Value("apachebench.time.minor_page_faults"), Optional(480));
  EXPECT_THAT(bench_.Value("apachebench.time.voluntary_context_switches"), Optional(4676));
  EXPECT_THAT(bench_.Value("apachebench.time.involuntary_context_switches"), Optional(270));
  EXPECT_THAT(bench_.Value("apachebench.time.file_system_inputs"), Optional(1128));
  EXPECT_THAT(bench_.Value("apachebench.time.file_system_outputs"), Optional(8));
}

TEST_F(TimeProbeTest, EveryMetricIsALastValueWithAUnit) {
  EXPECT_EQ(bench_.columns.metrics().size(), 12);
  for (const v1::MetricDescriptor& metric : bench_.columns.metrics()) {
    EXPECT_EQ(metric.kind(), v1::LAST) << metric.name();
    EXPECT_FALSE(metric.unit().empty()) << metric.name();
  }
}

TEST_F(TimeProbeTest, ShareOfNoTimeIsAbsent) {
  ASSERT_TRUE(bench_.Read().ok());
  EXPECT_EQ(bench_.RealValue("apachebench.time.percent_of_cpu_this_job_got"), std::nullopt);
  EXPECT_THAT(bench_.RealValue("apachebench.time.elapsed_time"), Optional(0.0));
  EXPECT_THAT(bench_.Value("apachebench.time.voluntary_context_switches"), Optional(0));
}

}  // namespace
}  // namespace collect
