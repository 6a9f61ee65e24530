// The figures of vmstat(8) that come out of /proc/meminfo and /proc/vmstat. Those of /proc/stat are
// tested with the probe mpstat.
#include "probes/kernel/vmstat_metrics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "probes/kernel/meminfo.h"
#include "probes/kernel/proc_vmstat.h"
#include "tests/probes/probe_run.h"

namespace collect {
namespace {

using ::testing::DoubleNear;
using ::testing::Optional;

TEST(VmstatMetricsTest, MemoryIsAsProcpsHasIt) {
  Meminfo probe;
  ProbeRun run(probe);
  run.Sample("/proc/meminfo",
             "MemTotal: 9000 kB\nMemFree: 5000 kB\nBuffers: 20 kB\nCached: 300 kB\n"
             "SwapTotal: 1000 kB\nSwapFree: 900 kB\nSReclaimable: 40 kB\n");
  run.Sample("/proc/meminfo",
             "MemTotal: 9000 kB\nMemFree: 4000 kB\nBuffers: 20 kB\nCached: 500 kB\n"
             "SwapTotal: 1000 kB\nSwapFree: 700 kB\nSReclaimable: 60 kB\n");
  EXPECT_THAT(run.Value("vmstat.memory.swpd"), Optional(200.0));
  EXPECT_THAT(run.Value("vmstat.memory.free"), Optional(4500.0));
  EXPECT_THAT(run.Value("vmstat.memory.buff"), Optional(20.0));
  EXPECT_THAT(run.Value("vmstat.memory.cache"), Optional(450.0));
}

TEST(VmstatMetricsTest, RatesAreByTheSecond) {
  ProcVmstat probe;
  ProbeRun run(probe);
  run.Sample("/proc/vmstat", "pgpgin 100\npgpgout 1000\npswpin 7\npswpout 0\n");
  run.Sample("/proc/vmstat", "pgpgin 180\npgpgout 1000\npswpin 17\npswpout 4\n", 2);
  const double page_kb = static_cast<double>(sysconf(_SC_PAGESIZE)) / 1024;
  EXPECT_THAT(run.Value("vmstat.io.bi"), Optional(40.0));
  EXPECT_THAT(run.Value("vmstat.io.bo"), Optional(0.0));
  EXPECT_THAT(run.Value("vmstat.swap.si"), Optional(DoubleNear(5 * page_kb, 1e-9)));
  EXPECT_THAT(run.Value("vmstat.swap.so"), Optional(DoubleNear(2 * page_kb, 1e-9)));
}

// A kernel without swap has no such fields.
TEST(VmstatMetricsTest, WhatTheKernelLacksIsAbsent) {
  ProcVmstat probe;
  ProbeRun run(probe);
  run.Sample("/proc/vmstat", "pgpgin 100\n");
  EXPECT_EQ(run.Record("vmstat.io.bi").metric().name(), "vmstat.io.bi");
  EXPECT_EQ(run.Record("vmstat.swap.si").metric().name(), "");
}

}  // namespace
}  // namespace collect
