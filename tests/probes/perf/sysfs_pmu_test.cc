// PMUs as sysfs describes them.
#include "probes/perf/sysfs_pmu.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/fake_host.h"

namespace collect {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Optional;

constexpr char kPower[] = "/sys/bus/event_source/devices/power/";

// The files of the RAPL PMU (arch/x86/events/rapl.c) on a machine with two packages.
class PowerPmuTest : public testing::Test {
 protected:
  PowerPmuTest() {
    Put("type", "14\n");
    Put("cpumask", "0,24\n");
    Put("events/energy-pkg", "event=0x02\n");
    Put("events/energy-pkg.scale", "2.3283064365386962890625e-10\n");
    Put("events/energy-pkg.unit", "Joules\n");
  }
  void Put(const std::string& file, absl::string_view text) { host_.Write(kPower + file, text); }

  FakeHost host_;
};

TEST_F(PowerPmuTest, TypeAndCpusAreRead) {
  const absl::StatusOr<SysfsPmu> pmu = ReadSysfsPmu(host_, "power");
  ASSERT_TRUE(pmu.ok()) << pmu.status();
  EXPECT_EQ(pmu->type, 14u);
  EXPECT_THAT(pmu->cpus, Optional(ElementsAre(0, 24)));
}

TEST_F(PowerPmuTest, AnEventHasItsScaleAndUnit) {
  const absl::StatusOr<SysfsEvent> event = ReadSysfsEvent(host_, {"power", 14, {}}, "energy-pkg");
  ASSERT_TRUE(event.ok()) << event.status();
  EXPECT_EQ(event->config, 2u);
  EXPECT_EQ(event->scale, 1.0 / (1ULL << 32));
  EXPECT_EQ(event->unit, "Joules");
}

// The msr PMU counts on each CPU; its events are plain counts.
TEST_F(PowerPmuTest, APmuWithoutCpumaskCountsEverywhere) {
  host_.Write("/sys/bus/event_source/devices/msr/type", "9\n");
  host_.Write("/sys/bus/event_source/devices/msr/events/aperf", "event=0x01\n");
  const absl::StatusOr<SysfsPmu> pmu = ReadSysfsPmu(host_, "msr");
  ASSERT_TRUE(pmu.ok()) << pmu.status();
  EXPECT_FALSE(pmu->cpus.has_value());
  const absl::StatusOr<SysfsEvent> event = ReadSysfsEvent(host_, *pmu, "aperf");
  ASSERT_TRUE(event.ok()) << event.status();
  EXPECT_EQ(event->scale, 1);
  EXPECT_EQ(event->unit, "count");
}

TEST_F(PowerPmuTest, WhatIsNotThereIsNotFound) {
  EXPECT_TRUE(absl::IsNotFound(ReadSysfsPmu(host_, "cstate_core").status()));
  EXPECT_TRUE(absl::IsNotFound(ReadSysfsEvent(host_, {"power", 14, {}}, "energy-ram").status()));
}

TEST_F(PowerPmuTest, WhatIsNotAsItShouldBeIsNamed) {
  Put("events/energy-pkg.scale", "0\n");
  EXPECT_THAT(
      std::string(ReadSysfsEvent(host_, {"power", 14, {}}, "energy-pkg").status().message()),
      HasSubstr("energy-pkg.scale holds \"0\", which is not a number above 0"));
  Put("events/energy-pkg", "umask=0x3\n");
  EXPECT_THAT(
      std::string(ReadSysfsEvent(host_, {"power", 14, {}}, "energy-pkg").status().message()),
      HasSubstr("energy-pkg: \"umask=0x3\" is not of the form event=0xNUMBER"));
  Put("type", "many\n");
  EXPECT_TRUE(absl::IsInvalidArgument(ReadSysfsPmu(host_, "power").status()));
}

TEST(ParseEventTermTest, OnlyOneHexadecimalEvent) {
  EXPECT_EQ(*ParseEventTerm("event=0x0"), 0u);
  EXPECT_EQ(*ParseEventTerm("event=0xff\n"), 0xffu);
  for (absl::string_view text : {"", "event=", "event=0x", "event=2", "event=0x1,umask=0x2"}) {
    EXPECT_TRUE(absl::IsInvalidArgument(ParseEventTerm(text).status())) << text;
  }
}

}  // namespace
}  // namespace collect
