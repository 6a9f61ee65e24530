// /proc/loadavg as a probe.
#include "probes/kernel/loadavg.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/probes/probe_run.h"

namespace collect {
namespace {

using ::testing::DoubleEq;
using ::testing::HasSubstr;
using ::testing::Optional;

class LoadavgTest : public testing::Test {
 protected:
  Loadavg probe_;
  ProbeRun run_{probe_};
};

TEST_F(LoadavgTest, ReadsARealMachine) {
  run_.Sample("/proc/loadavg", Fixture("kernel-files/x86_64-5.10-4/1/proc/loadavg"));
  EXPECT_THAT(run_.bench.RealValue("loadavg.1min"), Optional(1.27));
  EXPECT_THAT(run_.bench.RealValue("loadavg.15min"), Optional(0.09));
  EXPECT_THAT(run_.bench.Value("loadavg.running"), Optional(7));
  EXPECT_THAT(run_.bench.Value("loadavg.tasks"), Optional(83));
}

TEST_F(LoadavgTest, LevelsAreAveragedOverTheRun) {
  run_.Sample("/proc/loadavg", "1.00 0 0 2/100 5\n");
  run_.Sample("/proc/loadavg", "3.00 0 0 4/300 9\n");
  EXPECT_THAT(run_.Value("loadavg.1min"), Optional(DoubleEq(2)));
  EXPECT_THAT(run_.Value("loadavg.tasks"), Optional(DoubleEq(200)));
}

TEST_F(LoadavgTest, AbsentFileIsNotPresent) { EXPECT_TRUE(absl::IsNotFound(run_.bench.Open())); }

TEST_F(LoadavgTest, WhatIsNoLoadIsNamed) {
  for (const char* text : {"", "1.0 2.0", "1 2 x 3/4 5\n", "1 2 3 45\n", "1 2 3 4/x\n"}) {
    Loadavg probe;
    ProbeBench bench(probe);
    bench.host.Write("/proc/loadavg", text);
    const absl::Status status = bench.Open();
    EXPECT_TRUE(absl::IsInvalidArgument(status)) << text;
    EXPECT_THAT(status.message(), HasSubstr("/proc/loadavg: expected"));
  }
}

}  // namespace
}  // namespace collect
