// The cost of collect itself as a probe.
#include "probes/self/self_probe.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/support/allocations.h"
#include "tests/support/fake_host.h"

namespace collect {
namespace {

using ::testing::HasSubstr;
using ::testing::Optional;

class SelfProbeTest : public testing::Test {
 protected:
  void SetUp() override {
    bench_.host.Write("/proc/self/statm", "5000 1000 600 20 0 300 0\n");
    bench_.own_cost.probes = {{"proc-vmstat", 0, 0}, {"collect", 0, 0}};
  }

  SelfProbe probe_;
  ProbeBench bench_{probe_};
};

TEST_F(SelfProbeTest, SaysWhatTheSamplerKept) {
  ASSERT_TRUE(bench_.Open().ok());
  bench_.host.process_cpu_ns = 7'500'000;
  bench_.own_cost.bytes_written = 4096;
  bench_.own_cost.missed_ticks = 2;
  bench_.own_cost.probes[0] = {"proc-vmstat", 123'999, 456'000};
  ASSERT_TRUE(bench_.Read().ok());
  EXPECT_THAT(bench_.Value("collect.cpu_ns"), Optional(7'500'000));
  EXPECT_THAT(bench_.Value("collect.rss_kb"), Optional(1000 * sysconf(_SC_PAGESIZE) / 1024));
  EXPECT_THAT(bench_.Value("collect.bytes_written"), Optional(4096));
  EXPECT_THAT(bench_.Value("collect.missed_ticks"), Optional(2));
  EXPECT_THAT(bench_.Value("collect.probe.proc-vmstat.cpu_us"), Optional(123));
  EXPECT_THAT(bench_.Value("collect.probe.proc-vmstat.wall_us"), Optional(456));
}

TEST_F(SelfProbeTest, CpuTimeIsShownInMilliseconds) {
  ASSERT_TRUE(bench_.Open().ok());
  const v1::MetricDescriptor& cpu = bench_.MetricOf("collect.cpu_ms");
  EXPECT_EQ(cpu.kind(), v1::COUNTER);
  EXPECT_EQ(cpu.unit(), "ms");
  EXPECT_EQ(cpu.formula().numerator(0).column(), bench_.ColumnOf("collect.cpu_ns"));
  EXPECT_EQ(cpu.formula().numerator(0).weight(), 1e-6);
  EXPECT_TRUE(bench_.MetricOf("collect.cpu_ns").hidden());
  EXPECT_EQ(bench_.MetricOf("collect.rss_kb").kind(), v1::MAX);
}

TEST_F(SelfProbeTest, ProbesThatComeLaterAreDeclaredThen) {
  ASSERT_TRUE(bench_.Open().ok());
  bench_.own_cost.probes.push_back({"slabinfo", 5'000, 6'000});
  ASSERT_TRUE(bench_.Read().ok());
  EXPECT_THAT(bench_.Value("collect.probe.slabinfo.wall_us"), Optional(6));
}

TEST_F(SelfProbeTest, OddFileCostsOnlyTheResidentSize) {
  ASSERT_TRUE(bench_.Open().ok());
  bench_.host.Write("/proc/self/statm", "5000\n");
  EXPECT_THAT(bench_.Read().message(), HasSubstr("/proc/self/statm"));
  EXPECT_EQ(bench_.Value("collect.rss_kb"), std::nullopt);
}

TEST_F(SelfProbeTest, SteadyStateMakesNoAllocation) {
  ASSERT_TRUE(bench_.Open().ok());
  ASSERT_TRUE(bench_.Read().ok());
  const uint64_t before = AllocationCount();
  for (int sample = 0; sample < 100; ++sample) ASSERT_TRUE(bench_.Read().ok());
  EXPECT_EQ(AllocationCount(), before);
}

}  // namespace
}  // namespace collect
