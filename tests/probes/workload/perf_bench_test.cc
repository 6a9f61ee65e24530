// perf bench, captured with perf 6.1.
#include "probes/workload/perf_bench.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/fake_host.h"
#include "tests/support/recorded_results.h"

namespace collect {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using ::testing::Optional;
using ::testing::Pair;

// sched messaging and pipe, syscall, futex one after the other.
TEST(PerfBenchTest, ManyBenchmarks) {
  const RecordedResults results(ParsePerfBench, Fixture("workloads/perf_bench_6.1.txt"));
  ASSERT_TRUE(results.status.ok()) << results.status;
  EXPECT_THAT(
      results.values,
      ElementsAre(Pair("futex-hash.ops_per_sec", 671232), Pair("futex-lock-pi.ops_per_sec", 2970),
                  Pair("futex-requeue.time_ms", 0.0081),
                  Pair("futex-wake-parallel.time_ms", 0.0255), Pair("futex-wake.time_ms", 2.4757),
                  Pair("sched-messaging.time", 0.481), Pair("sched-pipe.ops_per_sec", 50226),
                  Pair("sched-pipe.time", 0.099), Pair("sched-pipe.usecs_per_op", 19.91),
                  Pair("syscall-basic.ops_per_sec", 7882674), Pair("syscall-basic.time", 1.268),
                  Pair("syscall-basic.usecs_per_op", 0.12686)));
  EXPECT_THAT(results.Kpis(), IsSupersetOf({"futex-hash.ops_per_sec +", "sched-messaging.time -",
                                            "futex-wake.time_ms -"}));
}

// perf bench mem all -s 64KB
TEST(PerfBenchTest, Memory) {
  const RecordedResults results(ParsePerfBench, Fixture("workloads/perf_bench_6.1_mem.txt"));
  ASSERT_TRUE(results.status.ok()) << results.status;
  EXPECT_THAT(results.Value("mem-memcpy.default.GB_per_sec"), Optional(26.393581));
  EXPECT_THAT(results.Value("mem-memset.x86-64-stosb.GB_per_sec"), Optional(162.760417));
}

TEST(PerfBenchTest, SmallerUnits) {
  const RecordedResults results(ParsePerfBench,
                                "# Running 'mem/memcpy' benchmark:\n# function 'a' (b)\n"
                                "# Copying 1MB bytes ...\n\n     512.000000 MB/sec\n");
  EXPECT_THAT(results.Value("mem-memcpy.a.GB_per_sec"), Optional(0.5));
}

TEST(PerfBenchTest, InfiniteIsNoResult) {
  const RecordedResults results(ParsePerfBench,
                                "# Running 'mem/memcpy' benchmark:\n# function 'a' (b)\n"
                                "# Copying 1 bytes ...\n\n     inf GB/sec\n");
  EXPECT_THAT(results.status.message(), HasSubstr("no result of mem-memcpy"));
  EXPECT_THAT(results.values, IsEmpty());
}

TEST(PerfBenchTest, OtherPerfCommands) {
  const RecordedResults results(ParsePerfBench, "\n Usage: perf [--version]\n");
  EXPECT_THAT(results.status.message(), HasSubstr("run it as perf bench"));
}

TEST(PerfBenchTest, CutAnywhere) {
  ExpectCutsAreHonest(ParsePerfBench, Fixture("workloads/perf_bench_6.1.txt"));
}

}  // namespace
}  // namespace collect
