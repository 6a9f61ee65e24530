// Thermal zones and cooling devices as a probe.
#include "probes/power/thermal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "tests/support/allocations.h"
#include "tests/support/fake_host.h"

namespace collect {
namespace {

using ::testing::DoubleEq;
using ::testing::HasSubstr;
using ::testing::Optional;

class ThermalTest : public testing::Test {
 protected:
  void Write(absl::string_view device, absl::string_view type, absl::string_view attribute,
             absl::string_view value) {
    const std::string folder = absl::StrCat("/sys/class/thermal/", device, "/");
    bench_.host.Write(folder + "type", absl::StrCat(type, "\n"));
    bench_.host.Write(absl::StrCat(folder, attribute), absl::StrCat(value, "\n"));
  }

  Thermal probe_;
  ProbeBench bench_{probe_};
};

TEST_F(ThermalTest, ZonesAndCoolingDevices) {
  Write("thermal_zone0", "x86_pkg_temp", "temp", "47500");
  Write("thermal_zone1", "acpitz", "temp", "-3000");
  Write("cooling_device0", "Processor", "cur_state", "2");
  ASSERT_TRUE(bench_.Open().ok());
  ASSERT_TRUE(bench_.Read().ok());
  EXPECT_THAT(bench_.RealValue("thermal.zone0.x86_pkg_temp"), Optional(DoubleEq(47.5)));
  EXPECT_THAT(bench_.RealValue("thermal.zone1.acpitz"), Optional(DoubleEq(-3)));
  EXPECT_THAT(bench_.Value("thermal.cooling0.Processor"), Optional(2));
  EXPECT_EQ(bench_.MetricOf("thermal.zone0.x86_pkg_temp").unit(), "degC");
  EXPECT_EQ(bench_.MetricOf("thermal.cooling0.Processor").kind(), v1::GAUGE);
}

TEST_F(ThermalTest, SensorThatShowsNothingIsAbsent) {
  Write("thermal_zone0", "iwlwifi 1", "temp", "");
  Write("thermal_zone1", "acpitz", "temp", "20000");
  ASSERT_TRUE(bench_.Open().ok());
  ASSERT_TRUE(bench_.Read().ok());
  EXPECT_EQ(bench_.RealValue("thermal.zone0.iwlwifi_1"), std::nullopt);
  EXPECT_THAT(bench_.RealValue("thermal.zone1.acpitz"), Optional(DoubleEq(20)));
}

TEST_F(ThermalTest, GuestWithoutSensorsIsToldSo) {
  const absl::Status status = bench_.Open();
  EXPECT_TRUE(absl::IsNotFound(status)) << status;
  EXPECT_THAT(status.message(), HasSubstr("/sys/class/thermal"));
}

TEST_F(ThermalTest, SamplesAllocateNothing) {
  Write("thermal_zone0", "acpitz", "temp", "20000");
  ASSERT_TRUE(bench_.Open().ok());
  bench_.columns.Clear();
  const uint64_t before = AllocationCount();
  EXPECT_TRUE(probe_.Read(bench_.columns).ok());
  EXPECT_EQ(AllocationCount() - before, 0);
}

}  // namespace
}  // namespace collect
