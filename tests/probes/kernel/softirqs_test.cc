// /proc/softirqs as a probe.
#include "probes/kernel/softirqs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "tests/support/fake_host.h"

namespace collect {
namespace {

using ::testing::Optional;

class SoftirqsTest : public testing::Test {
 protected:
  void Open(absl::string_view online, absl::string_view text) {
    bench_.host.Write("/sys/devices/system/cpu/online", online);
    bench_.host.Write("/proc/softirqs", text);
    ASSERT_TRUE(bench_.Open().ok());
    Show(text);
  }
  void Show(absl::string_view text) {
    bench_.host.Write("/proc/softirqs", text);
    ASSERT_TRUE(bench_.Read().ok());
  }

  Softirqs probe_;
  ProbeBench bench_{probe_};
};

TEST_F(SoftirqsTest, KeepsEveryRowOfARealFile) {
  Open("0-1\n", Fixture("pvm-guest-6.18/proc/softirqs"));
  EXPECT_EQ(bench_.columns.values().size(), 20);
  EXPECT_EQ(bench_.columns.metrics().size(), 30);
  EXPECT_THAT(bench_.Value("softirqs.CPU1.BLOCK"), Optional(117243));
  EXPECT_EQ(bench_.MetricOf("softirqs.BLOCK").formula().numerator_size(), 2);
  EXPECT_EQ(bench_.MetricOf("softirqs.CPU1.BLOCK").width_bits(), 32);
}

// S-019: a server without SMT; its file has four columns, two of them of CPUs that are offline.
TEST_F(SoftirqsTest, ReadsAServerWithoutSmt) {
  Open(Fixture("skylake-6.1-smt_off/sys/devices/system/cpu/online"),
       Fixture("skylake-6.1-smt_off/proc/softirqs"));
  EXPECT_EQ(bench_.columns.values().size(), 20);
  EXPECT_THAT(bench_.Value("softirqs.CPU2.SCHED"), Optional(800));
  EXPECT_EQ(bench_.ColumnOf("softirqs.CPU1.SCHED"), -1);
}

// S-019: eight columns, three CPUs.
TEST_F(SoftirqsTest, CpusThatAreNotThereAreNotIdleOnes) {
  constexpr char kHeader[] =
      "                    CPU0       CPU1       CPU2       CPU3       CPU4       CPU5       CPU6  "
      " "
      "    CPU7       \n";
  Open("0,2-3\n",
       absl::StrCat(
           kHeader,
           "       TIMER:         10          0         30         40          0          0 "
           "         0          0\n"));
  EXPECT_EQ(bench_.columns.values().size(), 3);
  EXPECT_THAT(bench_.Value("softirqs.CPU2.TIMER"), Optional(30));
  EXPECT_EQ(bench_.MetricOf("softirqs.TIMER").formula().numerator_size(), 3);
  EXPECT_EQ(bench_.ColumnOf("softirqs.CPU1.TIMER"), -1);
  // S-018: CPU 1 comes online: it works, so it counts.
  Show(absl::StrCat(
      kHeader,
      "       TIMER:         11          5         30         40          0          0 "
      "         0          0\n"));
  EXPECT_THAT(bench_.Value("softirqs.CPU1.TIMER"), Optional(5));
  EXPECT_EQ(bench_.columns.values().size(), 4);
  EXPECT_EQ(bench_.columns.metrics().rbegin()->formula().numerator_size(), 4);
}

// One CPU, one number a row: still a CPU's.
TEST_F(SoftirqsTest, OneCpu) {
  Open("0\n", "                    CPU0       \n       TIMER:       9876\n");
  EXPECT_THAT(bench_.Value("softirqs.CPU0.TIMER"), Optional(9876));
  EXPECT_TRUE(bench_.MetricOf("softirqs.TIMER").has_formula());
}

// S-012: raw, with its width.
TEST_F(SoftirqsTest, RawCountsWrap) {
  Open("0\n", "                    CPU0       \n       TIMER: 4294967000\n");
  Show("                    CPU0       \n       TIMER:        500\n");
  EXPECT_THAT(bench_.Value("softirqs.CPU0.TIMER"), Optional(500));
}

TEST_F(SoftirqsTest, WithoutAListOfCpusAllAreReported) {
  bench_.host.Write("/proc/softirqs", "   CPU0   CPU1\n  HI:  1   2\n");
  ASSERT_TRUE(bench_.Open().ok());
  EXPECT_EQ(bench_.columns.values().size(), 2);
  EXPECT_TRUE(bench_.HasNote("not online"));
}

}  // namespace
}  // namespace collect
