// /proc/meminfo as a probe.
#include "probes/kernel/meminfo.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/fake_host.h"

namespace collect {
namespace {

using ::testing::Optional;

class MeminfoTest : public testing::Test {
 protected:
  void Open(absl::string_view text) {
    bench_.host.Write("/proc/meminfo", text);
    ASSERT_TRUE(bench_.Open().ok());
    ASSERT_TRUE(bench_.Read().ok());
  }
  const std::string& UnitOf(absl::string_view name) { return bench_.MetricOf(name).unit(); }

  Meminfo probe_;
  ProbeBench bench_{probe_};
};

TEST_F(MeminfoTest, KeepsEveryLineOfARealFile) {
  Open(Fixture("pvm-guest-6.18/proc/meminfo"));
  EXPECT_EQ(bench_.columns.values().size(), 54);
  EXPECT_THAT(bench_.Value("meminfo.MemTotal"), Optional(24684092));
  EXPECT_EQ(UnitOf("meminfo.Active(anon)"), "kB");
  EXPECT_TRUE(bench_.columns.notes().empty());
}

// S-024: no kB behind the number, no kB in the metric.
TEST_F(MeminfoTest, HugePagesAreCounts) {
  Open("MemTotal: 1000 kB\nHugePages_Total: 512\nHugePages_Rsvd: 12\nHugepagesize: 2048 kB\n");
  EXPECT_THAT(bench_.Value("meminfo.HugePages_Total"), Optional(512));
  EXPECT_THAT(bench_.Value("meminfo.HugePages_Rsvd"), Optional(12));
  EXPECT_EQ(UnitOf("meminfo.HugePages_Total"), "count");
  EXPECT_EQ(UnitOf("meminfo.HugePages_Rsvd"), "count");
  EXPECT_THAT(bench_.Value("meminfo.Hugepagesize"), Optional(2048));
  EXPECT_EQ(UnitOf("meminfo.Hugepagesize"), "kB");
  EXPECT_EQ(UnitOf("meminfo.MemTotal"), "kB");
}

// S-025: blank lines of vendor kernels, and output of something else in a saved file.
TEST_F(MeminfoTest, ForeignLinesCostOnlyThemselves) {
  Open("\nMemTotal: 1000 kB\nentries in_hit out_hit\nFoo:\nMemFree: 400 kB\n\n");
  EXPECT_THAT(bench_.Value("meminfo.MemTotal"), Optional(1000));
  EXPECT_THAT(bench_.Value("meminfo.MemFree"), Optional(400));
  EXPECT_EQ(bench_.columns.values().size(), 2);
  EXPECT_TRUE(bench_.HasNote("\"entries in_hit out_hit\""));
  EXPECT_TRUE(bench_.HasNote("\"Foo:\""));
}

// A line that was bad becomes good, and the other way round: never a 0 that nobody printed.
TEST_F(MeminfoTest, LinesTurnGoodAndBad) {
  Open("MemTotal: 1000 kB\nFoo:\n");
  bench_.host.Write("/proc/meminfo", "MemTotal: kB\nFoo: 7 kB\n");
  ASSERT_TRUE(bench_.Read().ok());
  EXPECT_EQ(bench_.Value("meminfo.MemTotal"), std::nullopt);
  EXPECT_THAT(bench_.Value("meminfo.Foo"), Optional(7));
}

TEST_F(MeminfoTest, UsedMemoryIsComputed) {
  Open("MemTotal: 1000 kB\nMemFree: 400 kB\n");
  const v1::MetricDescriptor& used = bench_.MetricOf("meminfo.Memused");
  EXPECT_EQ(used.kind(), v1::GAUGE);
  ASSERT_EQ(used.formula().numerator_size(), 2);
  EXPECT_EQ(used.formula().numerator(0).column(), bench_.ColumnOf("meminfo.MemTotal"));
  EXPECT_FALSE(used.formula().numerator(0).has_weight());
  EXPECT_EQ(used.formula().numerator(1).column(), bench_.ColumnOf("meminfo.MemFree"));
  EXPECT_EQ(used.formula().numerator(1).weight(), -1);
  EXPECT_EQ(bench_.MetricOf("meminfo.max_used_kB").kind(), v1::MAX);
}

// S-026 for the whole machine: what lacks a part is not computed from 0.
TEST_F(MeminfoTest, NothingIsComputedWithoutBothParts) {
  Open("MemTotal: 0 kB\n");
  EXPECT_EQ(bench_.columns.metrics().size(), 1);
}

// S-040: all are levels.
TEST_F(MeminfoTest, AllAreLevels) {
  Open(Fixture("pvm-guest-6.18/proc/meminfo"));
  for (const v1::MetricDescriptor& metric : bench_.columns.metrics()) {
    if (metric.has_formula()) continue;
    EXPECT_EQ(metric.kind(), v1::GAUGE) << metric.name();
  }
}

}  // namespace
}  // namespace collect
