// Whether a machine is still the same.
#include "collector/same_machine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "tests/support/fake_host.h"

namespace collect {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr char kGovernor[] = "/sys/devices/system/cpu/cpufreq/policy0/scaling_governor";
constexpr char kThrottled[] = "/sys/devices/system/cpu/cpu0/thermal_throttle/core_throttle_count";

class SameMachineTest : public testing::Test {
 protected:
  SameMachineTest() {
    host_.Write("/sys/devices/system/cpu/online", "0-1\n");
    host_.Write(kGovernor, "performance\n");
    host_.Write("/sys/devices/system/cpu/vulnerabilities/meltdown", "Mitigation: PTI\n");
    host_.Write(kThrottled, "7\n");
    host_.Write("/proc/vmstat", "nr_free_pages 5\npswpin 10\npswpout 20\n");
    WriteStat(100, 0);
  }

  // Two CPUs that were in user space for so many ticks, of 1000 altogether.
  void WriteStat(int user, int steal, int all = 1000) {
    host_.Write("/proc/stat",
                absl::StrCat("cpu  ", user, " 0 0 ", all - user - steal, " 0 0 0 ", steal,
                             " 50 0\ncpu0 1 0 0 0 0 0 0 0 0 0\ncpu1 1 0 0 0 0 0 0 0 0 0\n"));
  }

  MachineState Read() { return ReadMachineState(host_); }

  FakeHost host_;
};

TEST_F(SameMachineTest, NothingHasHappened) {
  EXPECT_THAT(Disturbances(Read(), Read()), IsEmpty());
}

// S-113
TEST_F(SameMachineTest, SettingsThatWereChangedAreNamed) {
  const MachineState before = Read();
  host_.Write(kGovernor, "powersave\n");
  host_.Write("/sys/devices/system/cpu/vulnerabilities/meltdown", "Vulnerable\n");
  EXPECT_THAT(ChangedSettings(before, Read()),
              ElementsAre("governor was performance and is powersave",
                          "mitigation of meltdown was Mitigation: PTI and is Vulnerable"));
}

// Unknown is not another value.
TEST_F(SameMachineTest, SettingThatCannotBeReadIsNoChange) {
  const MachineState before = Read();
  host_.Remove(kGovernor);
  EXPECT_THAT(ChangedSettings(before, Read()), IsEmpty());
}

TEST_F(SameMachineTest, HeatSwappingAndOtherGuestsDisturb) {
  const MachineState before = Read();
  host_.Write(kThrottled, "9\n");
  host_.Write("/proc/vmstat", "nr_free_pages 5\npswpin 10\npswpout 35\n");
  WriteStat(100, 100, 2000);
  EXPECT_THAT(Disturbances(before, Read()),
              ElementsAre("CPUs were hot and slowed down 2 times", "15 pages were swapped",
                          "10 % of the CPU time went to other guests of the host"));
}

TEST_F(SameMachineTest, BusyCpusAreCountedWithoutIdleAndStolenTime) {
  const MachineState before = Read();
  WriteStat(350, 500, 2000);
  EXPECT_DOUBLE_EQ(BusyCpus(before, Read()).value_or(-1), 0.5);
}

TEST_F(SameMachineTest, MachineThatTellsNothingIsNotDisturbed) {
  FakeHost bare;
  const MachineState state = ReadMachineState(bare);
  EXPECT_THAT(Disturbances(state, state), IsEmpty());
  EXPECT_FALSE(BusyCpus(state, state).has_value());
}

TEST_F(SameMachineTest, RealFileIsRead) {
  const std::optional<CpuTimes> times =
      ParseCpuTimes(Fixture("kernel-files/x86_64-6.1-4/1/proc/stat"));
  ASSERT_TRUE(times.has_value());
  EXPECT_EQ(times->cpus, 4);
  EXPECT_EQ(times->all, 3270);
  EXPECT_EQ(times->busy, 524 + 1058 + 94);
}

TEST_F(SameMachineTest, WhatIsNoSuchFileIsRefused) {
  for (const char* text : {"", "cpu\n", "cpu  1 2 3\ncpu0 1\n", "cpu  1 2 x 4 5 6 7 8\ncpu0 1\n",
                           "cpu  1 2 3 4 5 6 7 8\n", "intr 5\n"}) {
    EXPECT_FALSE(ParseCpuTimes(text).has_value()) << text;
  }
}

}  // namespace
}  // namespace collect
