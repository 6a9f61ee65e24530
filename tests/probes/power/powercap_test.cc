// RAPL zones of powercap.
#include "probes/power/powercap.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "tests/support/fake_host.h"

namespace collect {
namespace {

// S-048: a guest had a zone package-15, and some machines have several dies in a package.
TEST(RaplZoneTest, NumbersHaveAnyNumberOfDigits) {
  EXPECT_EQ(ParseRaplZone("package-0\n").package, 0);
  EXPECT_EQ(ParseRaplZone("package-15\n").package, 15);
  EXPECT_EQ(ParseRaplZone("package-15\n").what, "energy-pkg");
  EXPECT_EQ(ParseRaplZone("package-1-die-1\n").package, 1);
}

TEST(RaplZoneTest, ZonesInsideAPackage) {
  EXPECT_EQ(ParseRaplZone("core\n").what, "energy-cores");
  EXPECT_EQ(ParseRaplZone("uncore\n").what, "energy-gpu");
  EXPECT_EQ(ParseRaplZone("dram\n").what, "energy-ram");
}

TEST(RaplZoneTest, OtherNamesMeasureNothingThatTurbostatHas) {
  for (absl::string_view name :
       {"psys", "", "package-", "package-x", "package-1x", "package-99999999999999999999"}) {
    EXPECT_EQ(ParseRaplZone(name).what, "") << name;
  }
}

class PowercapTest : public testing::Test {
 protected:
  void Zone(absl::string_view folder, absl::string_view name) {
    const std::string path = absl::StrCat("/sys/class/powercap/", folder, "/");
    host_.Write(path + "name", absl::StrCat(name, "\n"));
    host_.Write(path + "energy_uj", "1000\n");
    host_.Write(path + "max_energy_range_uj", "262143328850\n");
  }

  FakeHost host_;
  Columns columns_;
  Readings readings_;
  Powercap powercap_;
};

// S-048: all zones once, though the MMIO driver shows the same counters a second time.
TEST_F(PowercapTest, EachZoneIsReadOnce) {
  Zone("intel-rapl:0", "package-0");
  Zone("intel-rapl:0:0", "dram");
  Zone("intel-rapl:1", "package-15");
  Zone("intel-rapl:1:0", "dram");
  Zone("intel-rapl:2", "package-0-die-1");
  Zone("intel-rapl:3", "psys");
  Zone("intel-rapl-mmio:0", "package-0");
  powercap_.Open(host_, columns_, readings_);
  ASSERT_EQ(readings_.all.size(), 5u);
  EXPECT_EQ(readings_.all[1].place.package, 0);
  EXPECT_EQ(readings_.all[2].place.package, 15);
  EXPECT_EQ(readings_.all[3].what, "energy-ram");
  EXPECT_EQ(readings_.all[3].place.package, 15);
  EXPECT_EQ(readings_.all[4].place.package, 0);
}

// What perf counts already is not read here a second time.
TEST_F(PowercapTest, WhatIsCountedAlreadyIsPassedOver) {
  Zone("intel-rapl:0", "package-0");
  Zone("intel-rapl:0:0", "dram");
  readings_.all.push_back({"energy-pkg", {}});
  powercap_.Open(host_, columns_, readings_);
  ASSERT_EQ(readings_.all.size(), 2u);
  EXPECT_EQ(readings_.all[1].what, "energy-ram");
}

TEST_F(PowercapTest, WithoutPowercapTheReasonIsNamed) {
  powercap_.Open(host_, columns_, readings_);
  ASSERT_EQ(readings_.missing.size(), 1u);
  EXPECT_TRUE(absl::IsNotFound(readings_.missing[0]));
}

TEST_F(PowercapTest, AZoneThatCannotBeReadIsAbsentNotZero) {
  Zone("intel-rapl:0", "package-0");
  powercap_.Open(host_, columns_, readings_);
  host_.Write("/sys/class/powercap/intel-rapl:0/energy_uj", "none\n");
  columns_.Clear();
  powercap_.Read(columns_);
  EXPECT_EQ(columns_.present()[readings_.all[0].column], 0);
}

}  // namespace
}  // namespace collect
