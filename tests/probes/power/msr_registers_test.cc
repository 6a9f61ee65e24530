// Model specific registers, scripted.
#include "probes/power/msr_registers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>

#include "tests/support/fake_host.h"

namespace collect {
namespace {

using ::testing::HasSubstr;

constexpr int64_t kSecond = 1'000'000'000;

// A bare Intel machine with two packages of one CPU: energy in 2^-14 J, time in 2^-10 s.
class MsrRegistersTest : public testing::Test {
 protected:
  MsrRegistersTest() {
    CpuInfo("GenuineIntel", "fpu msr");
    for (int cpu : {0, 1}) host_.msrs[cpu] = {{0x606, 0xa0e03}, {0x611, 0}, {0x613, 1024}};
  }
  void CpuInfo(absl::string_view vendor, absl::string_view flags) {
    host_.Write("/proc/cpuinfo", absl::StrCat("processor\t: 0\nvendor_id\t: ", vendor,
                                              "\nflags\t\t: ", flags, "\n\nprocessor\t: 1\n"));
  }
  void Open() { registers_.Open(host_, {{0, 0, 0}, {1, 1, 0}}, columns_, readings_); }
  void Sample(int64_t seconds) {
    host_.monotonic_ns += seconds * kSecond;
    columns_.Clear();
    registers_.Read(columns_);
  }
  const Reading& Of(absl::string_view what) {
    for (const Reading& reading : readings_.all) {
      if (reading.what == what) return reading;
    }
    ADD_FAILURE() << "no reading " << what;
    return readings_.all.front();
  }
  std::string Missing() {
    std::string text;
    for (const absl::Status& status : readings_.missing) {
      absl::StrAppend(&text, status.message(), "\n");
    }
    return text;
  }

  FakeHost host_;
  Columns columns_;
  Readings readings_;
  MsrRegisters registers_;
};

TEST_F(MsrRegistersTest, EnergyAndThrottledTimeHaveTheirUnits) {
  Open();
  EXPECT_EQ(Of("energy-pkg").unit, 1.0 / 16384);
  EXPECT_EQ(Of("pkg-throttled").unit, 1.0 / 1024);
  Sample(1);
  host_.msrs[0][0x611] = 16384 * 100;
  Sample(2);
  EXPECT_EQ(columns_.values()[Of("energy-pkg").column], 16384 * 100);
  EXPECT_EQ(columns_.values()[Of("energy-pkg").time_column], 2 * kSecond);
}

// The upper half of the register is reserved, and the lower wraps at 2^32 (S-027).
TEST_F(MsrRegistersTest, A32BitCounterWraps) {
  host_.msrs[0][0x611] = 0xffffff00;
  Open();
  Sample(1);
  host_.msrs[0][0x611] = 0xdead000000000100;
  Sample(1);
  EXPECT_EQ(columns_.values()[Of("energy-pkg").column], 0x200);
}

// 2^32 counts of 2^-14 J are 262 kJ, which 1000 W fill in 262 s (S-028).
TEST_F(MsrRegistersTest, AnIntervalInWhichItMayWrapTwiceIsLeftOut) {
  Open();
  Sample(1);
  host_.msrs[0][0x611] = 16384;
  Sample(300);
  EXPECT_EQ(columns_.values()[Of("energy-pkg").time_column], 0);
  EXPECT_THAT(columns_.notes()[0].sentence, HasSubstr("may have wrapped more than once"));
}

// A register that this model does not have is answered with EIO; the others are read.
TEST_F(MsrRegistersTest, AnUnknownRegisterIsAbsentWithItsReason) {
  Open();
  EXPECT_FALSE(readings_.Has("ram-throttled"));
  EXPECT_TRUE(readings_.Has("pkg-throttled"));
  EXPECT_THAT(Missing(), HasSubstr("ram-throttled: "));
}

TEST_F(MsrRegistersTest, ARegisterThatFailsLaterIsAbsentInThatSample) {
  Open();
  host_.msrs[0].erase(0x613);
  Sample(1);
  EXPECT_EQ(columns_.present()[Of("pkg-throttled").column], 0);
  EXPECT_EQ(columns_.present()[Of("energy-pkg").column], 1);
}

TEST_F(MsrRegistersTest, WhatSomethingBetterGivesIsNotRead) {
  readings_.all.push_back({"energy-pkg", {}});
  Open();
  EXPECT_EQ(readings_.all.size(), 3u);  // and the throttled time of two packages
}

// AMD Zen: the energy of each core, in 2^-16 J.
TEST_F(MsrRegistersTest, AZenHasEnergyForEachCore) {
  CpuInfo("AuthenticAMD", "fpu msr");
  for (int cpu : {0, 1}) {
    host_.msrs[cpu] = {{0xC0010299, 0xa1003}, {0xC001029A, 0}, {0xC001029B, 0}};
  }
  registers_.Open(host_, {{0, 0, 0}, {1, 0, 1}}, columns_, readings_);
  ASSERT_EQ(readings_.all.size(), 3u);
  EXPECT_EQ(readings_.all[0].what, "energy-pkg");
  EXPECT_EQ(readings_.all[2].place.core, 1);
  EXPECT_EQ(readings_.all[2].unit, 1.0 / 65536);
}

// S-062: root is refused, and is not told to become root.
TEST_F(MsrRegistersTest, AKernelThatIsLockedDownIsNamed) {
  host_.msr_error = EPERM;
  host_.Write("/sys/kernel/security/lockdown", "none [integrity] confidentiality\n");
  Open();
  EXPECT_THAT(Missing(), HasSubstr("locked down"));
  EXPECT_THAT(Missing(), Not(HasSubstr("root")));
}

TEST_F(MsrRegistersTest, AUserWithoutTheRightIsToldOfIt) {
  host_.msr_error = EACCES;
  Open();
  EXPECT_THAT(Missing(), HasSubstr("CAP_SYS_RAWIO"));
  EXPECT_TRUE(absl::IsPermissionDenied(readings_.missing[0]));
}

// S-063: a Xen guest showed 51 W on every CPU.
TEST_F(MsrRegistersTest, AGuestsRegistersAreNotBelieved) {
  CpuInfo("GenuineIntel", "fpu msr hypervisor");
  Open();
  EXPECT_TRUE(readings_.all.empty());
  EXPECT_THAT(Missing(), HasSubstr("made up"));
}

// S-064: no device node; nothing is loaded.
TEST_F(MsrRegistersTest, WithoutTheDriverTheRemedyIsNamed) {
  host_.msrs.clear();
  Open();
  EXPECT_THAT(Missing(), HasSubstr("modprobe msr"));
}

TEST(CpuMakerTest, TheFirstCpuSaysIt) {
  EXPECT_EQ(ParseCpuMaker("vendor_id : AuthenticAMD\n\nvendor_id : other\n").vendor,
            "AuthenticAMD");
  EXPECT_FALSE(ParseCpuMaker("flags : hypervisors\n").is_guest);
  EXPECT_EQ(ParseCpuMaker("CPU implementer : 0x41\n").vendor, "");
}

}  // namespace
}  // namespace collect
