// /proc/stat as a probe.
#include "probes/kernel/mpstat.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "tests/probes/probe_run.h"

namespace collect {
namespace {

using ::testing::DoubleNear;
using ::testing::HasSubstr;
using ::testing::Optional;

class MpstatTest : public testing::Test {
 protected:
  void Sample(absl::string_view text, double seconds = 1) {
    run_.Sample("/proc/stat", text, seconds);
  }
  bool IsDeclared(absl::string_view name) { return run_.Record(name).metric().name() == name; }

  Mpstat probe_;
  ProbeRun run_{probe_};
};

// The two snapshots of each kernel are 1 to 134 s apart.
TEST_F(MpstatTest, ReadsARealMachine) {
  Sample(Fixture("kernel-files/x86_64-5.10-4/1/proc/stat"));
  Sample(Fixture("kernel-files/x86_64-5.10-4/2/proc/stat"), 10);
  // 416 + 1551 + 1660 + 31 + 134 ticks of the four CPUs.
  EXPECT_THAT(run_.Value("mpstat.cpu.all.usr%"), Optional(DoubleNear(100.0 * 416 / 3792, 1e-9)));
  EXPECT_THAT(run_.Value("mpstat.cpu.all.soft%"), Optional(DoubleNear(100.0 * 134 / 3792, 1e-9)));
  EXPECT_THAT(run_.Value("mpstat.cpu.all.gnice%"), Optional(0.0));
  EXPECT_THAT(run_.Value("mpstat.cpu.3.idle%"), Optional(DoubleNear(100.0 * 439 / 945, 1e-9)));
  EXPECT_THAT(run_.Value("vmstat.cpu.sy"), Optional(DoubleNear(100.0 * 1685 / 3792, 1e-9)));
  EXPECT_THAT(run_.Value("iostat.cpu.iowait"), Optional(DoubleNear(100.0 * 31 / 3792, 1e-9)));
  EXPECT_THAT(run_.Value("vmstat.procs.r"), Optional(4.5));
  EXPECT_THAT(run_.Value("vmstat.procs.b"), Optional(1.0));
  EXPECT_THAT(run_.Value("vmstat.system.cs"), Optional(3193.7));
  EXPECT_THAT(run_.Value("mpstat.processes"), Optional(582));
  EXPECT_FALSE(IsDeclared("mpstat.softirq"));
}

TEST_F(MpstatTest, SharesOfEveryKernelAddUpTo100) {
  for (const char* machine : {"x86_64-5.10-4", "x86_64-6.1-4", "arm64-6.1-4", "x86_64-6.18-host"}) {
    Mpstat probe;
    ProbeRun run(probe);
    for (int snapshot : {1, 2}) {
      run.Sample("/proc/stat",
                 Fixture(absl::StrCat("kernel-files/", machine, "/", snapshot, "/proc/stat")), 134);
    }
    for (absl::string_view part : {"all", "0", "1"}) {
      double sum = 0;
      for (absl::string_view use : kCpuUses) {
        sum += run.Value(absl::StrCat("mpstat.cpu.", part, ".", use, "%")).value_or(-1000);
      }
      EXPECT_NEAR(sum, 100, 1e-9) << machine << " " << part;
    }
    EXPECT_TRUE(run.bench.columns.notes().empty()) << machine;
  }
}

TEST_F(MpstatTest, AbsentFileIsNotPresent) {
  const absl::Status status = run_.bench.Open();
  EXPECT_TRUE(absl::IsNotFound(status)) << status;
  EXPECT_THAT(status.message(), HasSubstr("/proc/stat"));
}

TEST_F(MpstatTest, AFileWithoutCpusIsNotAsItShouldBe) {
  run_.bench.host.Write("/proc/stat", "ctxt 5\n");
  const absl::Status status = run_.bench.Open();
  EXPECT_TRUE(absl::IsInvalidArgument(status)) << status;
  EXPECT_THAT(status.message(), HasSubstr("/proc/stat"));
}

// The kernel counts a guest's time as its own process's, too.
TEST_F(MpstatTest, GuestsAreNotTheUser) {
  Sample("cpu0 100 10 0 1000 0 0 0 0 50 5\n");
  Sample("cpu0 170 20 0 1020 0 0 0 0 100 10\n");
  EXPECT_THAT(run_.Value("mpstat.cpu.0.usr%"), Optional(20.0));
  EXPECT_THAT(run_.Value("mpstat.cpu.0.guest%"), Optional(50.0));
  EXPECT_THAT(run_.Value("mpstat.cpu.0.nice%"), Optional(5.0));
  EXPECT_THAT(run_.Value("mpstat.cpu.0.gnice%"), Optional(5.0));
  EXPECT_THAT(run_.Value("vmstat.cpu.us"), Optional(25.0));
  EXPECT_THAT(run_.Value("vmstat.cpu.gu"), Optional(55.0));
  EXPECT_THAT(run_.Value("iostat.cpu.user"), Optional(70.0));
}

// S-014: one field goes back a little.
TEST_F(MpstatTest, OneFieldGoingBackCostsNoOther) {
  Sample("cpu1 1000 0 500 9000\n");
  Sample("cpu1 1080 0 499 9020\n");
  EXPECT_THAT(run_.Value("mpstat.cpu.1.usr%"), Optional(80.0));
  EXPECT_THAT(run_.Value("mpstat.cpu.1.idle%"), Optional(20.0));
  EXPECT_THAT(run_.Value("mpstat.cpu.1.sys%"), Optional(0.0));
  EXPECT_TRUE(run_.bench.HasNote("went back by less than a second"));
}

// S-015: iowait drops now and then, and goes on from where it was.
TEST_F(MpstatTest, IowaitThatDropsStandsStill) {
  std::vector<int64_t> seen;
  for (int iowait : {548281, 548282, 548281, 548290}) {
    Sample(absl::StrCat("cpu0 0 0 0 0 ", iowait, "\n"));
    seen.push_back(*run_.bench.Value("mpstat.cpu.0.iowait"));
  }
  EXPECT_THAT(seen, testing::ElementsAre(548281, 548282, 548282, 548290));
  ASSERT_EQ(run_.bench.columns.notes().size(), 1);
  EXPECT_EQ(run_.bench.columns.notes()[0].count, 1);
}

// S-016: idle time is lower after suspend and resume: that interval says nothing, the next one
// does.
TEST_F(MpstatTest, AnIntervalOfSuspensionIsLeftOut) {
  Sample("cpu0 1000 0 0 6221847\n");
  Sample("cpu0 1700 0 0 5873386\n");
  EXPECT_EQ(run_.Value("mpstat.cpu.0.usr%"), std::nullopt);
  Sample("cpu0 1700 0 0 5873486\n");
  EXPECT_THAT(run_.Value("mpstat.cpu.0.idle%"), Optional(100.0));
  EXPECT_THAT(run_.Value("mpstat.cpu.0.usr%"), Optional(0.0));
  EXPECT_TRUE(run_.bench.HasNote("jumped"));
}

// S-017: after a live migration steal is huge, or smaller than before.
TEST_F(MpstatTest, StealOfAnotherHostIsLeftOut) {
  Sample("cpu0 0 0 0 1000 0 0 0 194028\n");
  Sample("cpu0 0 0 0 1050 0 0 0 18446744073709\n");
  EXPECT_EQ(run_.Value("mpstat.cpu.0.steal%"), std::nullopt);
  Sample("cpu0 0 0 0 1140 0 0 0 18446744073719\n");
  EXPECT_THAT(run_.Value("mpstat.cpu.0.steal%"), Optional(10.0));
  Sample("cpu0 0 0 0 1190 0 0 0 150\n");
  EXPECT_THAT(run_.Value("mpstat.cpu.0.steal%"), Optional(10.0));
  EXPECT_EQ(run_.bench.columns.notes()[0].count, 2);
}

// S-018: CPU 3 goes and comes back with small values, CPU 4 comes late.
TEST_F(MpstatTest, CpusComeAndGo) {
  Sample("cpu2 0 0 0 100\ncpu3 0 0 0 1180890\n");
  Sample("cpu2 50 0 0 150\n");
  Sample("cpu2 50 0 0 250\ncpu3 900 0 0 1400\ncpu4 7 0 0 7\n");
  EXPECT_EQ(run_.Value("mpstat.cpu.3.idle%"), std::nullopt);
  EXPECT_EQ(run_.Record("mpstat.cpu.3.idle%").resets(), 0);
  Sample("cpu2 50 0 0 350\ncpu3 950 0 0 1450\ncpu4 107 0 0 7\n");
  EXPECT_THAT(run_.Value("mpstat.cpu.3.idle%"), Optional(50.0));
  EXPECT_THAT(run_.Value("mpstat.cpu.4.usr%"), Optional(100.0));
  // CPU 2: 50 + 250, CPU 3: 50 + 50, CPU 4: 100 + 0.
  EXPECT_THAT(run_.Value("mpstat.cpu.all.usr%"), Optional(40.0));
  EXPECT_TRUE(run_.bench.HasNote("cpu3 went offline"));
}

// S-019: numbers are not a count.
TEST_F(MpstatTest, CpusThatAreNotThereAreNotReported) {
  Sample("cpu  3 0 0 3\ncpu0 1 0 0 1\ncpu2 1 0 0 1\ncpu3 1 0 0 1\n");
  EXPECT_TRUE(IsDeclared("mpstat.cpu.3.idle%"));
  EXPECT_FALSE(IsDeclared("mpstat.cpu.1.idle%"));
  EXPECT_EQ(run_.bench.columns.values().size(), 3 * 5);
}

TEST_F(MpstatTest, NodesAreSumsOfTheirCpus) {
  run_.bench.host.Write("/sys/devices/system/node/online", "0,8\n");
  run_.bench.host.Write("/sys/devices/system/node/node0/cpulist", "0-1\n");
  run_.bench.host.Write("/sys/devices/system/node/node8/cpulist", "2\n");
  Sample("cpu0 0 0 0 0\ncpu1 0 0 0 0\ncpu2 0 0 0 0\n");
  Sample("cpu0 100 0 0 0\ncpu1 0 0 0 100\ncpu2 25 0 75 0\n");
  EXPECT_THAT(run_.Value("mpstat.node.0.usr%"), Optional(50.0));
  EXPECT_THAT(run_.Value("mpstat.node.8.sys%"), Optional(75.0));
  EXPECT_FALSE(IsDeclared("mpstat.node.1.sys%"));
}

TEST_F(MpstatTest, UnknownFieldsAreKept) {
  Sample("cpu0 0 0 0 0 0 0 0 0 0 0 0\nfuture 5\n");
  Sample("cpu0 0 0 0 75 0 0 0 0 0 0 25\nfuture 8\n");
  EXPECT_THAT(run_.Value("mpstat.cpu.all.field11%"), Optional(25.0));
  EXPECT_THAT(run_.Value("mpstat.future"), Optional(3.0));
}

TEST_F(MpstatTest, BadLinesCostOnlyThemselves) {
  Sample("cpu0 0 0 0 0\ncpux 1 2\ncpu1\ncpu0 9 9 9 9\n");
  Sample("cpu0 1 0 0 1\ncpux 1 2\ncpu1\ncpu0 9\n");
  EXPECT_THAT(run_.Value("mpstat.cpu.all.usr%"), Optional(50.0));
  EXPECT_TRUE(run_.bench.HasNote("\"cpux 1 2\""));
  EXPECT_TRUE(run_.bench.HasNote("stands twice"));
}

// A machine of 512 CPUs in two nodes.
TEST_F(MpstatTest, WideMachine) {
  run_.bench.host.Write("/sys/devices/system/node/online", "0-1\n");
  run_.bench.host.Write("/sys/devices/system/node/node0/cpulist", "0-255\n");
  run_.bench.host.Write("/sys/devices/system/node/node1/cpulist", "256-511\n");
  for (int sample : {1, 2}) {
    std::string text;
    for (int cpu = 0; cpu < 512; ++cpu) {
      absl::StrAppend(&text, "cpu", cpu, " ", cpu * sample, " 0 0 ", (511 - cpu) * sample,
                      " 0 0 0 0 0 0\n");
    }
    Sample(text);
  }
  EXPECT_THAT(run_.Value("mpstat.cpu.all.usr%"), Optional(DoubleNear(50, 1e-9)));
  EXPECT_THAT(run_.Value("mpstat.node.1.usr%"), Optional(DoubleNear(100 * 383.5 / 511, 1e-9)));
  EXPECT_EQ(run_.bench.columns.values().size(), 512 * 11);
}

}  // namespace
}  // namespace collect
