// The command's control group as a probe.
#include "probes/kernel/cgroup.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "tests/support/allocations.h"
#include "tests/support/fake_host.h"

namespace collect {
namespace {

using ::testing::HasSubstr;
using ::testing::Optional;

class CgroupTest : public testing::Test {
 protected:
  CgroupTest() { bench_.command.pid = 77; }

  void WriteVersion2(absl::string_view group) {
    bench_.host.Write("/proc/77/cgroup", absl::StrCat("0::", group, "\n"));
    bench_.host.Write("/proc/self/mountinfo",
                      "25 30 0:22 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
  }
  void Read() { ASSERT_TRUE(bench_.Read().ok()); }

  Cgroup probe_;
  ProbeBench bench_{probe_};
};

TEST_F(CgroupTest, RealGroupOf61) {
  bench_.host.CopyFixture("qemu-guest-6.1-two_nodes");
  WriteVersion2("/system.slice/load.service");
  ASSERT_TRUE(bench_.Open().ok());
  Read();
  EXPECT_THAT(bench_.Value("cgroup.cpu.stat.usage_usec"), Optional(1652928));
  EXPECT_THAT(bench_.Value("cgroup.cpu.stat.nr_throttled"), Optional(82));
  EXPECT_THAT(bench_.Value("cgroup.memory.current"), Optional(6336512));
  EXPECT_THAT(bench_.Value("cgroup.memory.events.oom_kill"), Optional(0));
  EXPECT_THAT(bench_.Value("cgroup.pids.peak"), Optional(5));
  EXPECT_EQ(bench_.MetricOf("cgroup.cpu.stat.throttled_usec").unit(), "us");
  EXPECT_EQ(bench_.MetricOf("cgroup.cpu.stat.usage_usec").kind(), v1::COUNTER);
  EXPECT_EQ(bench_.MetricOf("cgroup.memory.current").kind(), v1::GAUGE);
  EXPECT_EQ(bench_.MetricOf("cgroup.memory.peak").kind(), v1::LAST);
  EXPECT_TRUE(bench_.HasNote("shares its control group"));
}

// A device shows up in io.stat with its first I/O.
TEST_F(CgroupTest, DevicesAreAddedUp) {
  WriteVersion2("/job");
  const std::string io = "/sys/fs/cgroup/job/io.stat";
  bench_.host.Write(io, "8:0 rbytes=100 wbytes=2\n");
  ASSERT_TRUE(bench_.Open().ok());
  bench_.host.Write(io, "8:0 rbytes=110 wbytes=2\n8:16 rbytes=5 wbytes=0 cost.usage=3\n");
  Read();
  EXPECT_THAT(bench_.Value("cgroup.io.stat.rbytes"), Optional(115));
  EXPECT_THAT(bench_.Value("cgroup.io.stat.wbytes"), Optional(2));
  EXPECT_THAT(bench_.Value("cgroup.io.stat.cost.usage"), Optional(3));
  EXPECT_EQ(bench_.MetricOf("cgroup.io.stat.rbytes").unit(), "bytes");
  EXPECT_TRUE(bench_.columns.notes().empty());
}

// S-070: version 1, with version 2 beside it and empty.
TEST_F(CgroupTest, Version1) {
  bench_.host.Write("/proc/77/cgroup", "5:blkio:/j\n4:memory:/j\n2:cpu,cpuacct:/j\n0::/\n");
  bench_.host.Write("/proc/self/mountinfo",
                    "32 31 0:29 / /cg/cpu rw - cgroup cgroup rw,cpu,cpuacct\n"
                    "35 31 0:32 / /cg/memory rw - cgroup cgroup rw,memory\n"
                    "38 31 0:35 / /cg/blkio rw - cgroup cgroup rw,blkio\n");
  bench_.host.Write("/cg/cpu/j/cpu.stat", "nr_periods 4\nnr_throttled 1\nthrottled_time 900\n");
  bench_.host.Write("/cg/cpu/j/cpuacct.usage", "123456\n");
  bench_.host.Write("/cg/memory/j/memory.max_usage_in_bytes", "8192\n");
  bench_.host.Write("/cg/blkio/j/blkio.throttle.io_service_bytes",
                    "8:0 Read 4096\n8:0 Write 0\n8:0 Total 4096\n8:16 Read 1\nTotal 4097\n");
  ASSERT_TRUE(bench_.Open().ok());
  Read();
  EXPECT_THAT(bench_.Value("cgroup.cpu.stat.throttled_time"), Optional(900));
  EXPECT_EQ(bench_.MetricOf("cgroup.cpu.stat.throttled_time").unit(), "ns");
  EXPECT_THAT(bench_.Value("cgroup.cpuacct.usage"), Optional(123456));
  EXPECT_THAT(bench_.Value("cgroup.memory.max_usage_in_bytes"), Optional(8192));
  EXPECT_THAT(bench_.Value("cgroup.blkio.throttle.io_service_bytes.Read"), Optional(4097));
  EXPECT_EQ(bench_.MetricOf("cgroup.blkio.throttle.io_service_bytes.Read").unit(), "bytes");
}

TEST_F(CgroupTest, WhoseNumbersTheyAreIsSaid) {
  WriteVersion2("/");
  bench_.host.Write("/sys/fs/cgroup/cpu.stat", "usage_usec 5\n");
  bench_.host.Write("/sys/fs/cgroup/cgroup.procs", "1\n77\n");
  ASSERT_TRUE(bench_.Open().ok());
  EXPECT_TRUE(bench_.HasNote("whose work is counted, too: /sys/fs/cgroup"));
}

// A group of the command's own needs no note; that it is removed after the command is no error.
TEST_F(CgroupTest, OwnGroupMayGo) {
  WriteVersion2("/job");
  bench_.host.Write("/sys/fs/cgroup/job/pids.current", "3\n");
  bench_.host.Write("/sys/fs/cgroup/job/cgroup.procs", "77\n");
  ASSERT_TRUE(bench_.Open().ok());
  EXPECT_TRUE(bench_.columns.notes().empty());
  bench_.host.Remove("/sys/fs/cgroup/job");
  Read();
}

TEST_F(CgroupTest, NothingMountedIsNotPresent) {
  bench_.host.Write("/proc/77/cgroup", "0::/\n");
  bench_.host.Write("/proc/self/mountinfo", "\n");
  const absl::Status status = bench_.Open();
  EXPECT_TRUE(absl::IsNotFound(status)) << status;
  EXPECT_THAT(status.message(), HasSubstr("not mounted here"));
}

TEST_F(CgroupTest, KernelWithoutGroups) {
  const absl::Status status = bench_.Open();
  EXPECT_TRUE(absl::IsNotFound(status)) << status;
  EXPECT_THAT(status.message(), HasSubstr("CONFIG_CGROUPS"));
}

TEST_F(CgroupTest, SamplesAllocateNothing) {
  bench_.host.CopyFixture("qemu-guest-6.1-two_nodes");
  WriteVersion2("/system.slice/load.service");
  bench_.host.Write("/sys/fs/cgroup/system.slice/load.service/io.stat", "8:0 rbytes=1 wbytes=2\n");
  ASSERT_TRUE(bench_.Open().ok());
  for (int sample = 0; sample < 2; ++sample) {
    bench_.columns.Clear();
    const uint64_t before = AllocationCount();
    EXPECT_TRUE(probe_.Read(bench_.columns).ok());
    EXPECT_EQ(AllocationCount() - before, 0);
  }
}

}  // namespace
}  // namespace collect
