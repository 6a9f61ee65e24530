// The log of a boot, and the probe boot-time.
#include "probes/kernel/boot_time.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/probes/probe_run.h"

namespace collect {
namespace {

using ::testing::DoubleNear;
using ::testing::HasSubstr;
using ::testing::Optional;

TEST(ParseBootLogTest, ReadsARealBoot) {
  const BootTimes times = ParseBootLog(Fixture("kernel-files/x86_64-6.1-4/1/dmesg"));
  EXPECT_THAT(times.smp_boot, Optional(DoubleNear(0.596286 - 0.575650, 1e-9)));
  EXPECT_THAT(times.kernel_boot, Optional(1.806488));
  EXPECT_EQ(times.dhcp, std::nullopt);
}

// Lines of an arm64 machine (Debian's 6.1), in the form of syslog(2).
TEST(ParseBootLogTest, ArmAnnouncesItsCpusOtherwise) {
  const BootTimes times = ParseBootLog(
      "<6>[    1.482770] smp: Bringing up secondary CPUs ...\n"
      "<6>[    1.865075] smp: Brought up 2 nodes, 4 CPUs\n"
      "<6>[   40.697252] Freeing unused kernel memory: 6464K\n");
  EXPECT_THAT(times.smp_boot, Optional(DoubleNear(0.382305, 1e-9)));
  EXPECT_THAT(times.kernel_boot, Optional(40.697252));
}

// Lines of a machine that boots from the network; the second request is not the first.
TEST(ParseBootLogTest, DhcpIsTheFirstRequest) {
  const BootTimes times = ParseBootLog(
      "[    9.500000] Sending DHCP requests ., OK\n"
      "[   12.500000] Sending DHCP requests ., OK\n"
      "[   14.000000] Freeing unused kernel image (initmem) memory: 2692K\n"
      "[   15.000000] Freeing unused kernel memory: 7K\n");
  EXPECT_THAT(times.dhcp, Optional(9.5));
  EXPECT_THAT(times.kernel_boot, Optional(14.0));
}

TEST(ParseBootLogTest, WhatIsNotThereIsNotKnown) {
  for (const char* log :
       {"", "\n", "Booting SMP\nBrought up 1 node, 2 CPUs\nFreeing unused kernel memory: 1K",
        "[x] Freeing unused kernel memory: 1K", "][ Freeing unused kernel memory: 1K",
        "[    0.5] smp: Brought up 1 node, 2 CPUs"}) {
    const BootTimes times = ParseBootLog(log);
    EXPECT_FALSE(times.dhcp || times.smp_boot || times.kernel_boot) << log;
  }
}

class BootTimeTest : public testing::Test {
 protected:
  BootTimeTest() { run_.bench.host.Write("/proc/uptime", "100.50 30.25\n"); }

  BootTime probe_;
  ProbeRun run_{probe_};
};

TEST_F(BootTimeTest, UptimeIsThatOfTheStart) {
  run_.bench.host.kernel_log = Fixture("kernel-files/x86_64-6.1-4/1/dmesg");
  run_.Sample();
  run_.Sample("/proc/uptime", "200.50 90.25\n");
  EXPECT_THAT(run_.Value("boot-time.boot"), Optional(100.5));
  EXPECT_THAT(run_.Value("boot-time.idle"), Optional(30.25));
  EXPECT_THAT(run_.Value("boot-time.kernel_boot"), Optional(1.806488));
  EXPECT_EQ(run_.Value("boot-time.dhcp"), std::nullopt);
  EXPECT_TRUE(run_.bench.columns.notes().empty());
}

TEST_F(BootTimeTest, ALogForRootCostsOnlyWhatComesOfIt) {
  run_.bench.host.kernel_log = absl::PermissionDeniedError("no");
  run_.Sample();
  EXPECT_THAT(run_.Value("boot-time.boot"), Optional(100.5));
  EXPECT_TRUE(run_.bench.HasNote("as root or with CAP_SYSLOG"));
}

TEST_F(BootTimeTest, ALogThatHasWrappedSaysSo) {
  run_.bench.host.kernel_log = "[  900.000000] eth0: link is up\n";
  run_.Sample();
  EXPECT_THAT(run_.Value("boot-time.idle"), Optional(30.25));
  EXPECT_TRUE(run_.bench.HasNote("no longer holds the boot"));
}

TEST_F(BootTimeTest, WithoutUptimeThereIsNothing) {
  run_.bench.host.Remove("/proc/uptime");
  const absl::Status status = run_.bench.Open();
  EXPECT_TRUE(absl::IsNotFound(status)) << status;
  EXPECT_THAT(status.message(), HasSubstr("/proc/uptime"));
}

}  // namespace
}  // namespace collect
