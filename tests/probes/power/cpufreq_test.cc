// The CPUs' frequencies as a probe.
#include "probes/power/cpufreq.h"

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

constexpr char kCpus[] = "/sys/devices/system/cpu/";

class CpufreqTest : public testing::Test {
 protected:
  void Write(int policy, absl::string_view khz) {
    bench_.host.Write(absl::StrCat(kCpus, "cpufreq/policy", policy, "/scaling_cur_freq"),
                      absl::StrCat(khz, "\n"));
  }
  void ExpectFold(double avg, double min, double max) {
    EXPECT_THAT(bench_.RealValue("cpufreq.scaling_cur_freq.avg"), Optional(DoubleEq(avg)));
    EXPECT_THAT(bench_.RealValue("cpufreq.scaling_cur_freq.min"), Optional(DoubleEq(min)));
    EXPECT_THAT(bench_.RealValue("cpufreq.scaling_cur_freq.max"), Optional(DoubleEq(max)));
  }

  Cpufreq probe_;
  ProbeBench bench_{probe_};
};

TEST_F(CpufreqTest, FoldsThePolicies) {
  Write(0, "800000");
  Write(1, "2400000");
  Write(4, "<unknown>");
  ASSERT_TRUE(bench_.Open().ok());
  ASSERT_TRUE(bench_.Read().ok());
  ExpectFold(1600000, 800000, 2400000);
  EXPECT_EQ(bench_.MetricOf("cpufreq.scaling_cur_freq.avg").unit(), "kHz");
}

// S-054: the file that asks the hardware, and so wakes the core, is not even opened.
TEST_F(CpufreqTest, HardwareIsNotAsked) {
  Write(0, "800000");
  bench_.host.Write(absl::StrCat(kCpus, "cpufreq/policy0/cpuinfo_cur_freq"), "2400000\n");
  bench_.host.on_open = [](absl::string_view path) {
    EXPECT_THAT(std::string(path), testing::Not(HasSubstr("cpuinfo_cur_freq")));
  };
  ASSERT_TRUE(bench_.Open().ok());
}

// S-075: reading the policy of a CPU that goes offline costs nothing but that policy.
TEST_F(CpufreqTest, PoliciesComeAndGo) {
  bench_.host.Write(absl::StrCat(kCpus, "online"), "0-1\n");
  Write(0, "800000");
  Write(1, "2400000");
  ASSERT_TRUE(bench_.Open().ok());
  bench_.host.Remove(absl::StrCat(kCpus, "cpufreq/policy1"));
  bench_.host.Write(absl::StrCat(kCpus, "online"), "0\n");
  ASSERT_TRUE(bench_.Read().ok());
  ExpectFold(800000, 800000, 800000);
  Write(1, "1000000");
  bench_.host.Write(absl::StrCat(kCpus, "online"), "0-1\n");
  ASSERT_TRUE(bench_.Read().ok());
  ExpectFold(900000, 800000, 1000000);
}

// This machine's folder is there and empty.
TEST_F(CpufreqTest, GuestWithoutPoliciesIsToldSo) {
  const absl::Status status = bench_.Open();
  EXPECT_TRUE(absl::IsNotFound(status)) << status;
  EXPECT_THAT(status.message(), HasSubstr("/sys/devices/system/cpu/cpufreq"));
}

TEST_F(CpufreqTest, SamplesAllocateNothingOnAWideMachine) {
  for (int cpu = 0; cpu < 512; ++cpu) Write(cpu, absl::StrCat(1000000 + cpu));
  ASSERT_TRUE(bench_.Open().ok());
  EXPECT_THAT(bench_.RealValue("cpufreq.scaling_cur_freq.avg"),
              Optional(testing::DoubleNear(1000255.5, 1e-6)));
  bench_.columns.Clear();
  const uint64_t before = AllocationCount();
  EXPECT_TRUE(probe_.Read(bench_.columns).ok());
  EXPECT_EQ(AllocationCount() - before, 0);
}

}  // namespace
}  // namespace collect
