// sysbench's reports: 1.0.20 captured; the form of 1.1 as it is known, not captured.
#include "probes/workload/sysbench.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/fake_host.h"
#include "tests/support/recorded_results.h"

namespace collect {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Optional;
using ::testing::Pair;

constexpr char kLatency[] =
    "Latency (ms):\n"
    "         min:                                    0.10\n"
    "         avg:                                    0.20\n"
    "         max:                                    0.90\n"
    "         95th percentile:                        0.30\n"
    "         sum:                                 1000.00\n"
    "\n"
    "Threads fairness:\n"
    "    events (avg/stddev):           5000.0000/2.00\n"
    "    execution time (avg/stddev):   1.0000/0.50\n";

TEST(SysbenchTest, Cpu) {
  const RecordedResults results(ParseSysbench, Fixture("workloads/sysbench_1.0_cpu.txt"));
  ASSERT_TRUE(results.status.ok()) << results.status;
  EXPECT_THAT(results.values,
              ElementsAre(Pair("events/thread.avg", 5136), Pair("events/thread.stddev", 0),
                          Pair("latency_ms.95th", 0.21), Pair("latency_ms.avg", 0.19),
                          Pair("latency_ms.max", 0.33), Pair("latency_ms.min", 0.19),
                          Pair("runtime/thread.avg", 0.9994), Pair("runtime/thread.stddev", 0),
                          Pair("throughput_events/s", 5129.70), Pair("throughput_time", 1.0003),
                          Pair("workload", 5136)));
  EXPECT_THAT(results.Kpis(),
              ElementsAre("latency_ms.95th -", "latency_ms.avg -", "throughput_events/s +"));
}

TEST(SysbenchTest, Memory) {
  const RecordedResults results(ParseSysbench, Fixture("workloads/sysbench_1.0_memory.txt"));
  ASSERT_TRUE(results.status.ok()) << results.status;
  EXPECT_THAT(results.Value("throughput_ops/s"), Optional(7821066.72));
  EXPECT_THAT(results.Value("throughput_MB/s"), Optional(7637.76));
  EXPECT_THAT(results.Value("workload"), Optional(1048576));
}

// 1.0 prints no rate for these two.
TEST(SysbenchTest, ThreadsAndMutex) {
  const RecordedResults threads(ParseSysbench, Fixture("workloads/sysbench_1.0_threads.txt"));
  EXPECT_THAT(threads.Value("throughput_events/s"), Optional(DoubleNear(2574 / 1.0004, 1e-9)));
  const RecordedResults mutex(ParseSysbench, Fixture("workloads/sysbench_1.0_mutex.txt"));
  EXPECT_THAT(mutex.Value("throughput_time"), Optional(0.0026));
  EXPECT_THAT(mutex.Value("latency_ms.avg"), Optional(2.47));
}

TEST(SysbenchTest, Oltp) {
  const RecordedResults results(ParseSysbench, Fixture("workloads/sysbench_1.0_oltp.txt"));
  ASSERT_TRUE(results.status.ok()) << results.status;
  EXPECT_THAT(results.Value("transactions/s"), Optional(1686.51));
  EXPECT_THAT(results.Value("queries/s"), Optional(33730.16));
  EXPECT_THAT(results.Value("workload"), Optional(1690));
}

TEST(SysbenchTest, Fileio) {
  const RecordedResults results(ParseSysbench, Fixture("workloads/sysbench_1.0_fileio.txt"));
  ASSERT_TRUE(results.status.ok()) << results.status;
  EXPECT_THAT(results.Value("read_operations/s"), Optional(75402.81));
  EXPECT_THAT(results.Value("read_bytes_MiB/s"), Optional(1178.17));
  EXPECT_THAT(results.Value("read_bytes_MB/s"), Optional(DoubleNear(1235.40, 0.01)));
  EXPECT_THAT(results.Value("write_operations/s"), Optional(50267.88));
  EXPECT_THAT(results.Value("fsync_operations/s"), Optional(5028.78));
  EXPECT_THAT(results.Value("latency_sum_ms"), Optional(982.94));
  EXPECT_EQ(results.Value("latency_ms.avg"), std::nullopt);
}

TEST(SysbenchTest, Version11) {
  const RecordedResults cpu(ParseSysbench, std::string("Throughput:\n"
                                                       "    events/s (eps):         5131.1000\n"
                                                       "    time elapsed:           10.0002s\n"
                                                       "    total number of events: 51312\n\n") +
                                               kLatency);
  EXPECT_THAT(cpu.Value("throughput_events/s"), Optional(5131.1));
  EXPECT_THAT(cpu.Value("throughput_time"), Optional(10.0002));
  EXPECT_THAT(cpu.Value("workload"), Optional(51312));
  const RecordedResults fileio(ParseSysbench,
                               std::string("Throughput:\n"
                                           "         read:  IOPS=3024.96 47.27 MiB/s (49.56 MB/s)\n"
                                           "         write: IOPS=2016.64 31.51 MiB/s (33.04 MB/s)\n"
                                           "         fsync: IOPS=6453.24\n\n") +
                                   kLatency);
  EXPECT_THAT(fileio.Value("read_operations/s"), Optional(3024.96));
  EXPECT_THAT(fileio.Value("write_bytes_MiB/s"), Optional(31.51));
  EXPECT_THAT(fileio.Value("fsync_operations/s"), Optional(6453.24));
  EXPECT_THAT(fileio.Value("latency_95th_ms"), Optional(0.3));
}

TEST(SysbenchTest, FirstReportCounts) {
  const RecordedResults results(ParseSysbench, Fixture("workloads/sysbench_1.0_cpu.txt") +
                                                   Fixture("workloads/sysbench_1.0_memory.txt"));
  EXPECT_THAT(results.Value("workload"), Optional(5136));
  EXPECT_EQ(results.Value("throughput_ops/s"), std::nullopt);
  EXPECT_TRUE(results.HasNote("first of several"));
}

TEST(SysbenchTest, CutAnywhere) {
  for (const char* test : {"cpu", "memory", "fileio", "oltp"}) {
    ExpectCutsAreHonest(ParseSysbench,
                        Fixture(std::string("workloads/sysbench_1.0_") + test + ".txt"));
  }
}

TEST(SysbenchTest, RunThatFailed) {
  const RecordedResults results(ParseSysbench,
                                "sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)\n\n"
                                "FATAL: Cannot open file 'test_file.0' errno = 2\n");
  EXPECT_THAT(results.status.message(), HasSubstr("test_file.0"));
  EXPECT_THAT(results.values, IsEmpty());
}

}  // namespace
}  // namespace collect
