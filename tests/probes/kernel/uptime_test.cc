// /proc/uptime as a probe.
#include "probes/kernel/uptime.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/probes/probe_run.h"

namespace collect {
namespace {

using ::testing::HasSubstr;
using ::testing::Optional;

TEST(UptimeTest, ValuesAreThoseOfTheEnd) {
  Uptime probe;
  ProbeRun run(probe);
  run.Sample("/proc/uptime", Fixture("kernel-files/x86_64-5.10-4/1/proc/uptime"));
  run.Sample("/proc/uptime", Fixture("kernel-files/x86_64-5.10-4/2/proc/uptime"), 11);
  EXPECT_THAT(run.Value("uptime.boot"), Optional(29.50));
  EXPECT_THAT(run.Value("uptime.idle"), Optional(46.24));
}

TEST(UptimeTest, AbsentFileIsNotPresent) {
  Uptime probe;
  ProbeBench bench(probe);
  const absl::Status status = bench.Open();
  EXPECT_TRUE(absl::IsNotFound(status)) << status;
  EXPECT_THAT(status.message(), HasSubstr("/proc/uptime"));
}

TEST(ParseUptimeTest, WhatIsNoUptimeIsNamed) {
  for (const char* text : {"", "5.0", "x 1.0\n", "1.0 y\n"}) {
    const absl::Status status = ParseUptime(text).status();
    EXPECT_TRUE(absl::IsInvalidArgument(status)) << text;
    EXPECT_THAT(status.message(), HasSubstr("expected two numbers of seconds"));
  }
}

}  // namespace
}  // namespace collect
