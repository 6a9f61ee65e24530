// The scheduler's debug file as a probe.
#include "probes/kernel/sched_debug.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "tests/support/fake_host.h"

namespace collect {
namespace {

using ::testing::DoubleEq;
using ::testing::HasSubstr;
using ::testing::Optional;

constexpr char kDebugfs[] = "/sys/kernel/debug/sched/debug";

class SchedDebugTest : public testing::Test {
 protected:
  void Open(absl::string_view machine) {
    bench_.host.CopyFixture(machine);
    ASSERT_TRUE(bench_.Open().ok());
    ASSERT_TRUE(bench_.Read().ok());
  }
  void ExpectFold(const std::string& name, double avg, double min, double max, double stddev) {
    EXPECT_THAT(bench_.RealValue(name + ".avg"), Optional(DoubleEq(avg))) << name;
    EXPECT_THAT(bench_.RealValue(name + ".min"), Optional(DoubleEq(min))) << name;
    EXPECT_THAT(bench_.RealValue(name + ".max"), Optional(DoubleEq(max))) << name;
    EXPECT_THAT(bench_.RealValue(name + ".stddev"), Optional(DoubleEq(stddev))) << name;
  }

  SchedDebug probe_;
  ProbeBench bench_{probe_};
};

// S-074: the file lay in /proc up to 5.12.
TEST_F(SchedDebugTest, ProcFileOfAnOlderKernel) {
  Open("qemu-guest-5.10-two_nodes");
  ExpectFold("sched_debug.cfs_rq:/.load_avg", 763.5, 361, 1166, 402.5);
  ExpectFold("sched_debug.cpu.nr_running", 2, 1, 3, 1);
  EXPECT_TRUE(bench_.RealValue("sched_debug.cfs_rq:/.spread0.stddev").has_value());
  EXPECT_TRUE(bench_.RealValue("sched_debug.rt_rq:.rt_runtime.avg").has_value());
  EXPECT_THAT(bench_.RealValue("sched_debug.dl_rq:.dl_bw->bw.max"), Optional(996147));
}

TEST_F(SchedDebugTest, DebugfsOf61) {
  Open("qemu-guest-6.1-two_nodes");
  EXPECT_TRUE(bench_.RealValue("sched_debug.cfs_rq:/.min_vruntime.stddev").has_value());
  EXPECT_TRUE(bench_.RealValue("sched_debug.cpu.sched_goidle.max").has_value());
}

// The robot's values of the first of its two snapshots of this very machine.
TEST_F(SchedDebugTest, DebugfsOf618) {
  Open("pvm-guest-6.18");
  ExpectFold("sched_debug.cfs_rq:/.h_nr_queued", 1.5, 1, 2, 0.5);
  ExpectFold("sched_debug.cfs_rq:/.avg_vruntime", (2524564.090184 + 1925922.314371) / 2,
             1925922.314371, 2524564.090184, (2524564.090184 - 1925922.314371) / 2);
  EXPECT_TRUE(bench_.RealValue("sched_debug.rt_rq:/.rt_runtime.avg").has_value());
  EXPECT_THAT(bench_.RealValue("sched_debug.ktime"), Optional(DoubleEq(1801781.516958)));
  EXPECT_THAT(bench_.RealValue("sched_debug.sysctl_sched.sysctl_sched_base_slice"),
              Optional(DoubleEq(1.4)));
}

// Queues of control groups and the table of tasks are passed over.
TEST_F(SchedDebugTest, OnlyRootQueuesAreRead) {
  Open("pvm-guest-6.18");
  for (const v1::MetricDescriptor& metric : bench_.columns.metrics()) {
    EXPECT_THAT(metric.name(), testing::Not(HasSubstr("autogroup")));
    EXPECT_THAT(metric.name(), testing::Not(HasSubstr(".se->")));
  }
  EXPECT_THAT(bench_.RealValue("sched_debug.cfs_rq:/.load.max"), Optional(1234213));
  EXPECT_EQ(bench_.columns.metrics().size(), 8 + 4 * (9 + 22 + 4 + 3));
}

TEST_F(SchedDebugTest, CountersAndLevels) {
  Open("qemu-guest-6.1-two_nodes");
  for (const char* name : {"cpu.nr_switches.avg", "cpu.sched_count.avg", "cpu.ttwu_local.avg",
                           "cfs_rq:/.exec_clock.avg", "ktime"}) {
    EXPECT_EQ(bench_.MetricOf(absl::StrCat("sched_debug.", name)).kind(), v1::COUNTER) << name;
  }
  for (const char* name : {"cpu.nr_uninterruptible.min", "cfs_rq:/.min_vruntime.avg",
                           "cpu.avg_idle.min", "cfs_rq:/.throttle_count.avg"}) {
    EXPECT_EQ(bench_.MetricOf(absl::StrCat("sched_debug.", name)).kind(), v1::GAUGE) << name;
  }
  EXPECT_EQ(bench_.MetricOf("sched_debug.cpu.avg_idle.min").unit(), "ns");
  EXPECT_EQ(bench_.MetricOf("sched_debug.cfs_rq:/.min_vruntime.avg").unit(), "ms");
  EXPECT_EQ(bench_.MetricOf("sched_debug.cfs_rq:/.nr_spread_over.avg").unit(), "count");
}

std::string TwoCpus(int switches0, int switches1) {
  return absl::StrCat("cpu#0, 1 MHz\n  .nr_switches : ", switches0, "\n\nrunnable tasks:\n S a\n\n",
                      "cpu#1\n  .nr_switches : ", switches1, "\n");
}

// The robot averages switches since boot; here they are those of the run.
TEST_F(SchedDebugTest, SwitchesAreThoseOfTheRun) {
  bench_.host.Write(kDebugfs, TwoCpus(5000, 9000));
  ASSERT_TRUE(bench_.Open().ok());
  bench_.host.Write(kDebugfs, TwoCpus(5010, 9030));
  ASSERT_TRUE(bench_.Read().ok());
  ExpectFold("sched_debug.cpu.nr_switches", 20, 10, 30, 10);
}

// The robot takes machine-wide lines behind the second "time:" for those of the last CPU.
TEST_F(SchedDebugTest, LinesOfTheMachineBelongToNoCpu) {
  const std::string text = "ktime : 5.5\n\ncpu#1, 2 MHz\n  .nr_running : 4\n";
  bench_.host.Write(kDebugfs, text);
  ASSERT_TRUE(bench_.Open().ok());
  ASSERT_TRUE(bench_.Read().ok());
  EXPECT_EQ(bench_.columns.metrics().size(), 5);
  EXPECT_THAT(bench_.RealValue("sched_debug.ktime"), Optional(5.5));
}

TEST_F(SchedDebugTest, WideMachine) {
  std::string text;
  for (int cpu = 0; cpu < 512; ++cpu) {
    absl::StrAppend(&text, "cpu#", cpu, ", 2 MHz\n  .nr_running : ", cpu % 2, "\n\ncfs_rq[", cpu,
                    "]:/\n  .load : ", cpu, "\n\n");
  }
  bench_.host.Write(kDebugfs, text);
  ASSERT_TRUE(bench_.Open().ok());
  ASSERT_TRUE(bench_.Read().ok());
  ExpectFold("sched_debug.cpu.nr_running", 0.5, 0, 1, 0.5);
  EXPECT_THAT(bench_.RealValue("sched_debug.cfs_rq:/.load.max"), Optional(511));
}

TEST_F(SchedDebugTest, DebugfsThatIsNotMounted) {
  const absl::Status status = bench_.Open();
  EXPECT_TRUE(absl::IsNotFound(status)) << status;
  EXPECT_THAT(status.message(), HasSubstr("mount -t debugfs debugfs /sys/kernel/debug"));
}

TEST_F(SchedDebugTest, KernelWithoutTheFile) {
  bench_.host.Write("/sys/kernel/debug/sleep_time", "");
  const absl::Status status = bench_.Open();
  EXPECT_TRUE(absl::IsNotFound(status)) << status;
  EXPECT_THAT(status.message(), HasSubstr("CONFIG_SCHED_DEBUG"));
}

}  // namespace
}  // namespace collect
