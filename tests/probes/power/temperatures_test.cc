// Sensors of CPUs.
#include "probes/power/temperatures.h"

#include <gtest/gtest.h>

#include <cstring>

#include "tests/support/fake_host.h"

namespace collect {
namespace {

class TemperaturesTest : public testing::Test {
 protected:
  std::optional<double> Read(absl::string_view name) {
    columns_.Clear();
    temperatures_.Read(columns_);
    int column = 0;
    for (const v1::MetricDescriptor& metric : columns_.metrics()) {
      if (metric.name() == name && columns_.present()[column] != 0) {
        double value = 0;
        std::memcpy(&value, &columns_.values()[column], sizeof value);
        return value;
      }
      ++column;
    }
    return std::nullopt;
  }

  FakeHost host_;
  Columns columns_;
  Readings readings_;
  Temperatures temperatures_;
};

TEST_F(TemperaturesTest, TheHottestCoreAndPackageOfTwo) {
  host_.CopyFixture("skylake-6.1-two_packages");
  temperatures_.Open(host_, columns_, readings_);
  EXPECT_EQ(Read("turbostat.PkgTmp"), 51);
  EXPECT_EQ(Read("turbostat.CoreTmp"), 50);
  EXPECT_EQ(Read("turbostat.pkg0.PkgTmp"), 47);
  EXPECT_EQ(Read("turbostat.pkg1.core1.CoreTmp"), 49);
}

// A core that has gone offline can no longer be asked; the others still can.
TEST_F(TemperaturesTest, ASensorThatCannotBeReadIsAbsent) {
  host_.CopyFixture("skylake-6.1-two_packages");
  temperatures_.Open(host_, columns_, readings_);
  host_.Write("/sys/class/hwmon/hwmon2/temp2_input", "");
  EXPECT_EQ(Read("turbostat.pkg1.core0.CoreTmp"), std::nullopt);
  EXPECT_EQ(Read("turbostat.CoreTmp"), 49);
}

// Labels are missing: of which core each is cannot be told, the hottest can.
TEST_F(TemperaturesTest, WithoutLabelsOnlyTheHottestIsKnown) {
  host_.Write("/sys/class/hwmon/hwmon0/name", "coretemp\n");
  host_.Write("/sys/class/hwmon/hwmon0/temp1_input", "41000\n");
  host_.Write("/sys/class/hwmon/hwmon0/temp2_input", "43500\n");
  temperatures_.Open(host_, columns_, readings_);
  EXPECT_EQ(Read("turbostat.CoreTmp"), 43.5);
  EXPECT_EQ(columns_.metrics().size(), 1u);
}

// k10temp of kernels before 5.6 has one sensor without a label.
TEST_F(TemperaturesTest, AnAmdChipWithoutLabelsIsThePackage) {
  host_.Write("/sys/class/hwmon/hwmon0/name", "k10temp\n");
  host_.Write("/sys/class/hwmon/hwmon0/temp1_input", "52125\n");
  temperatures_.Open(host_, columns_, readings_);
  EXPECT_EQ(Read("turbostat.PkgTmp"), 52.125);
}

TEST_F(TemperaturesTest, OtherChipsAreNotCpus) {
  host_.Write("/sys/class/hwmon/hwmon0/name", "nvme\n");
  host_.Write("/sys/class/hwmon/hwmon0/temp1_input", "30000\n");
  temperatures_.Open(host_, columns_, readings_);
  EXPECT_TRUE(temperatures_.empty());
  EXPECT_EQ(readings_.missing.size(), 1u);
}

}  // namespace
}  // namespace collect
