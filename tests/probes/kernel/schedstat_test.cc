// /proc/schedstat as a probe.
#include "probes/kernel/schedstat.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "tests/probes/probe_run.h"

namespace collect {
namespace {

using ::testing::HasSubstr;
using ::testing::Optional;

// 36 numbers, the first and the last but two of which are given.
std::string Domain(int level, int first, int wake_remote) {
  std::string line = absl::StrCat("domain", level, " 3 ", first);
  for (int i = 1; i < 33; ++i) absl::StrAppend(&line, " 0");
  return absl::StrCat(line, " ", wake_remote, " 0 0\n");
}

class SchedstatTest : public testing::Test {
 protected:
  void Sample(absl::string_view text) {
    run_.Sample("/proc/schedstat", absl::StrCat("version 15\ntimestamp 4294896897\n", text));
  }
  bool IsDeclared(absl::string_view name) { return run_.Record(name).metric().name() == name; }

  Schedstat probe_;
  ProbeRun run_{probe_};
};

TEST_F(SchedstatTest, ReadsARealMachine) {
  run_.Sample("/proc/schedstat", Fixture("kernel-files/x86_64-6.1-4/1/proc/schedstat"));
  run_.Sample("/proc/schedstat", Fixture("kernel-files/x86_64-6.1-4/2/proc/schedstat"), 6);
  EXPECT_THAT(run_.Value("schedstat.CPU0.rq_cpu_time"), Optional(13074894598 - 7177934608));
  EXPECT_THAT(run_.Value("schedstat.CPU1.run_delay"), Optional(1599890472 - 327708496));
  double waited_ns = 0;
  for (int cpu = 0; cpu < 4; ++cpu) {
    waited_ns += *run_.Value(absl::StrCat("schedstat.CPU", cpu, ".run_delay"));
  }
  EXPECT_THAT(run_.Value("schedstat.run_delay"), Optional(waited_ns));
  EXPECT_GT(run_.Value("schedstat.sched_count"), 0);
  EXPECT_GT(run_.Value("schedstat.domain1.newly_idle.lb_count"), 0);
  // 6 sums, 2 times of each of 4 CPUs, 36 sums of each of 2 levels.
  EXPECT_EQ(run_.bench.columns.values().size(), 6 + 2 * 4 + 2 * 36);
  EXPECT_TRUE(run_.bench.columns.notes().empty());
}

TEST_F(SchedstatTest, EveryKernelIsRead) {
  for (const char* machine : {"x86_64-5.10-4", "arm64-6.1-4"}) {
    Schedstat probe;
    ProbeRun run(probe);
    for (int snapshot : {1, 2}) {
      run.Sample("/proc/schedstat",
                 Fixture(absl::StrCat("kernel-files/", machine, "/", snapshot, "/proc/schedstat")));
    }
    EXPECT_GT(run.Value("schedstat.pcount"), 0) << machine;
    EXPECT_GT(run.Value("schedstat.domain0.idle.lb_count"), 0) << machine;
    EXPECT_TRUE(run.bench.columns.notes().empty()) << machine;
  }
}

TEST_F(SchedstatTest, AbsentFileSaysWhatItNeeds) {
  const absl::Status status = run_.bench.Open();
  EXPECT_TRUE(absl::IsNotFound(status)) << status;
  EXPECT_THAT(status.message(), HasSubstr("CONFIG_SCHEDSTATS"));
}

TEST_F(SchedstatTest, CountersAreSummedUp) {
  Sample("cpu0 1 0 10 2 5 3 1000 500 7\ncpu1 0 0 100 20 50 30 9000 100 70\n");
  Sample("cpu0 1 0 15 2 5 3 1600 900 8\ncpu1 4 0 130 20 50 30 9000 100 72\n");
  EXPECT_THAT(run_.Value("schedstat.yld_count"), Optional(4.0));
  EXPECT_THAT(run_.Value("schedstat.sched_count"), Optional(35.0));
  EXPECT_THAT(run_.Value("schedstat.pcount"), Optional(3.0));
  EXPECT_THAT(run_.Value("schedstat.rq_cpu_time"), Optional(600.0));
  EXPECT_THAT(run_.Value("schedstat.run_delay"), Optional(400.0));
  EXPECT_FALSE(IsDeclared("schedstat.legacy"));
}

// With kernel.sched_schedstats=0, which is the default.
TEST_F(SchedstatTest, DomainsThatDoNotCountAreLeftOut) {
  Sample("cpu0 0 0 0 0 0 0 1000 500 7\n" + Domain(0, 0, 0));
  EXPECT_FALSE(IsDeclared("schedstat.domain0.idle.lb_count"));
  Sample("cpu0 0 0 0 0 0 0 1000 500 7\n" + Domain(0, 3, 0));
  Sample("cpu0 0 0 0 0 0 0 1000 500 7\n" + Domain(0, 5, 2));
  EXPECT_THAT(run_.Value("schedstat.domain0.idle.lb_count"), Optional(2.0));
  EXPECT_THAT(run_.Value("schedstat.domain0.ttwu_wake_remote"), Optional(2.0));
}

// S-012: counts are 32 bits wide, times are not.
TEST_F(SchedstatTest, CountsWrap) {
  Sample("cpu0 0 0 4294967290 0 0 0 4294967290 0 0\n");
  Sample("cpu0 0 0 4 0 0 0 4294967300 0 0\n");
  EXPECT_THAT(run_.Value("schedstat.sched_count"), Optional(10.0));
  EXPECT_THAT(run_.Value("schedstat.rq_cpu_time"), Optional(10.0));
}

// S-018: CPU 1 goes and comes back, with the same domain lines above and below.
TEST_F(SchedstatTest, CpusComeAndGo) {
  const std::string domain = Domain(0, 1, 0);
  Sample("cpu0 0 0 10 0 0 0 100 0 0\n" + domain + "cpu1 0 0 500 0 0 0 100 0 0\n" + domain +
         "cpu2 0 0 10 0 0 0 100 0 0\n" + domain);
  Sample("cpu0 0 0 11 0 0 0 101 0 0\n" + domain + "cpu2 0 0 12 0 0 0 102 0 0\n" + domain);
  EXPECT_THAT(run_.Value("schedstat.sched_count"), Optional(3.0));
  Sample("cpu0 0 0 11 0 0 0 101 0 0\n" + domain + "cpu1 0 0 900 0 0 0 900 0 0\n" +
         Domain(0, 50, 0) + "cpu2 0 0 12 0 0 0 102 0 0\n" + domain);
  EXPECT_THAT(run_.Value("schedstat.sched_count"), Optional(3.0));
  EXPECT_THAT(run_.Value("schedstat.rq_cpu_time"), Optional(3.0));
  EXPECT_THAT(run_.Value("schedstat.domain0.idle.lb_count"), Optional(0.0));
  EXPECT_EQ(run_.Value("schedstat.CPU1.rq_cpu_time"), std::nullopt);
  Sample("cpu1 0 0 901 0 0 0 950 0 0\n" + Domain(0, 51, 0));
  EXPECT_THAT(run_.Value("schedstat.sched_count"), Optional(4.0));
  EXPECT_THAT(run_.Value("schedstat.rq_cpu_time"), Optional(53.0));
  EXPECT_THAT(run_.Value("schedstat.domain0.idle.lb_count"), Optional(1.0));
}

// Documentation/scheduler/sched-stats.rst: 16 changed the order, 17 the fields, and names domains.
TEST(SchedDomainFieldTest, VersionsDiffer) {
  EXPECT_EQ(SchedDomainField(15, 36, 0), "idle.lb_count");
  EXPECT_EQ(SchedDomainField(15, 36, 8), "busy.lb_count");
  EXPECT_EQ(SchedDomainField(15, 36, 19), "newly_idle.lb_imbalance");
  EXPECT_EQ(SchedDomainField(16, 36, 0), "busy.lb_count");
  EXPECT_EQ(SchedDomainField(16, 36, 35), "ttwu_move_balance");
  EXPECT_EQ(SchedDomainField(17, 45, 11), "idle.lb_count");
  EXPECT_EQ(SchedDomainField(17, 45, 6), "busy.lb_imbalance_misfit");
  EXPECT_EQ(SchedDomainField(17, 45, 33), "alb_count");
  EXPECT_EQ(SchedDomainField(18, 46, 45), "field46");
}

TEST_F(SchedstatTest, Version17NamesItsDomains) {
  std::string zeros;
  for (int i = 2; i < 45; ++i) absl::StrAppend(&zeros, " 0");
  const auto text = [&](int count) {
    return absl::StrCat(
        "version 17\ntimestamp 1\ncpu0 0 0 0 0 0 0 0 0 0 5\ndomain0 MC ff,00000003 ", count, " ",
        2 * count, zeros, "\n");
  };
  run_.Sample("/proc/schedstat", text(1));
  run_.Sample("/proc/schedstat", text(4));
  EXPECT_THAT(run_.Value("schedstat.domain0.busy.lb_count"), Optional(3.0));
  EXPECT_THAT(run_.Value("schedstat.domain0.busy.lb_balanced"), Optional(6.0));
  EXPECT_TRUE(IsDeclared("schedstat.field10"));
  EXPECT_TRUE(run_.bench.columns.notes().empty());
}

TEST_F(SchedstatTest, BadLinesCostOnlyThemselves) {
  run_.Sample("/proc/schedstat",
              "version 99\ndomain0 3 1 2 3\ncpu\ncpu99999999 1\nfoo 1\ncpu0 1 0 2\ndomain x\n"
              "domain99 f 1\ncpu1");
  EXPECT_TRUE(run_.bench.HasNote("unknown version"));
  EXPECT_TRUE(run_.bench.HasNote("\"foo 1\""));
  EXPECT_EQ(run_.bench.Value("schedstat.CPU0.run_delay"), std::nullopt);
  EXPECT_THAT(run_.bench.Value("schedstat.yld_count"), Optional(0));
}

TEST_F(SchedstatTest, WideMachine) {
  for (int sample : {1, 2}) {
    std::string text;
    for (int cpu = 0; cpu < 512; ++cpu) {
      absl::StrAppend(&text, "cpu", cpu, " 0 0 ", cpu * sample, " 0 0 0 ", 100 * sample, " 0 0\n",
                      Domain(0, sample, 0), Domain(1, 0, 0), Domain(2, 0, sample));
    }
    Sample(text);
  }
  EXPECT_THAT(run_.Value("schedstat.sched_count"), Optional(511.0 * 512 / 2));
  EXPECT_THAT(run_.Value("schedstat.rq_cpu_time"), Optional(51200.0));
  EXPECT_THAT(run_.Value("schedstat.domain2.ttwu_wake_remote"), Optional(512.0));
  EXPECT_FALSE(IsDeclared("schedstat.domain1.idle.lb_count"));
}

}  // namespace
}  // namespace collect
