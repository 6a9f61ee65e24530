// The files of NUMA nodes as probes.
#include "probes/kernel/numa.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "probes/kernel/proc_vmstat.h"
#include "tests/support/fake_host.h"

namespace collect {
namespace {

using ::testing::HasSubstr;
using ::testing::Optional;

constexpr char kNodes[] = "/sys/devices/system/node/";

template <typename P>
class NumaTest : public testing::Test {
 protected:
  P probe_;
  ProbeBench bench_{probe_};
};

using NumaVmstatTest = NumaTest<NumaVmstat>;
using NumaNumastatTest = NumaTest<NumaNumastat>;
using NumaMeminfoTest = NumaTest<NumaMeminfo>;

// Every line of a file of `machine` is a metric with the line's number.
void ExpectEveryLine(ProbeBench& bench, absl::string_view machine, absl::string_view probe,
                     int node, absl::string_view file) {
  const std::string text =
      Fixture(absl::StrCat(machine, "/sys/devices/system/node/node", node, "/", file));
  for (absl::string_view line : absl::StrSplit(text, '\n', absl::SkipEmpty())) {
    absl::ConsumePrefix(&line, absl::StrCat("Node ", node, " "));
    const std::vector<std::string> words =
        absl::StrSplit(line, absl::ByAnyChar(": "), absl::SkipEmpty());
    EXPECT_EQ(
        absl::StrCat(bench.Value(absl::StrCat(probe, ".node", node, ".", words[0])).value_or(-1)),
        words[1])
        << line;
  }
}

class RealMachines : public testing::TestWithParam<std::pair<const char*, int>> {};

TEST_P(RealMachines, EveryLineOfEveryNodeIsKept) {
  const auto [machine, nodes] = GetParam();
  NumaVmstat vmstat;
  NumaNumastat numastat;
  NumaMeminfo meminfo;
  const std::vector<std::pair<Probe*, std::string>> probes = {
      {&vmstat, "vmstat"}, {&numastat, "numastat"}, {&meminfo, "meminfo"}};
  for (const auto& [probe, file] : probes) {
    ProbeBench bench(*probe);
    bench.host.CopyFixture(machine);
    ASSERT_TRUE(bench.Open().ok());
    ASSERT_TRUE(bench.Read().ok());
    for (int node = 0; node < nodes; ++node) {
      ExpectEveryLine(bench, machine, "numa-" + file, node, file);
    }
    EXPECT_TRUE(bench.columns.notes().empty());
  }
}

INSTANTIATE_TEST_SUITE_P(Kernels, RealMachines,
                         testing::Values(std::make_pair("qemu-guest-5.10-two_nodes", 2),
                                         std::make_pair("qemu-guest-6.1-two_nodes", 2),
                                         std::make_pair("pvm-guest-6.18", 1)));

TEST_F(NumaVmstatTest, KernelWithoutNumaIsToldSo) {
  const absl::Status status = bench_.Open();
  EXPECT_TRUE(absl::IsNotFound(status)) << status;
  EXPECT_THAT(status.message(), HasSubstr("built without NUMA"));
}

// Kinds and units are those of proc-vmstat.
TEST_F(NumaVmstatTest, LevelsAndCounters) {
  bench_.host.CopyFixture("qemu-guest-6.1-two_nodes");
  ASSERT_TRUE(bench_.Open().ok());
  EXPECT_EQ(bench_.MetricOf("numa-vmstat.node1.nr_free_pages").kind(), v1::GAUGE);
  EXPECT_EQ(bench_.MetricOf("numa-vmstat.node1.nr_free_pages").unit(), "pages");
  EXPECT_EQ(bench_.MetricOf("numa-vmstat.node1.nr_kernel_stack").unit(), "kB");
  EXPECT_EQ(bench_.MetricOf("numa-vmstat.node1.numa_local").kind(), v1::COUNTER);
  EXPECT_EQ(bench_.MetricOf("numa-vmstat.node1.nr_dirtied").kind(), v1::COUNTER);
}

TEST_F(NumaNumastatTest, AllAreCounters) {
  bench_.host.CopyFixture("qemu-guest-6.1-two_nodes");
  ASSERT_TRUE(bench_.Open().ok());
  EXPECT_EQ(bench_.MetricOf("numa-numastat.node0.local_node").kind(), v1::COUNTER);
}

// S-001: names that stand twice in the file of a node.
TEST_F(NumaVmstatTest, FirstOfTwoEqualNamesCounts) {
  bench_.host.Write(absl::StrCat(kNodes, "online"), "0\n");
  bench_.host.Write(absl::StrCat(kNodes, "node0/vmstat"),
                    "nr_inactive_anon 2300\nnuma_hit 1\nnr_inactive_anon 2304\n");
  ASSERT_TRUE(bench_.Open().ok());
  ASSERT_TRUE(bench_.Read().ok());
  EXPECT_THAT(bench_.Value("numa-vmstat.node0.nr_inactive_anon"), Optional(2300));
}

// S-026: nodes 0, 2 and 8; node0 has CPUs and no memory, node8 has no file.
TEST_F(NumaVmstatTest, SparseNodesKeepTheirNumbers) {
  bench_.host.Write(absl::StrCat(kNodes, "online"), "0,2,8\n");
  bench_.host.Write(absl::StrCat(kNodes, "node0/vmstat"), "nr_free_pages 0\n");
  bench_.host.Write(absl::StrCat(kNodes, "node2/vmstat"), "nr_free_pages 77\n");
  ASSERT_TRUE(bench_.Open().ok());
  ASSERT_TRUE(bench_.Read().ok());
  EXPECT_THAT(bench_.Value("numa-vmstat.node0.nr_free_pages"), Optional(0));
  EXPECT_THAT(bench_.Value("numa-vmstat.node2.nr_free_pages"), Optional(77));
  EXPECT_EQ(bench_.columns.metrics().size(), 2);
}

// S-026: nothing is divided by the memory of a node that has none.
TEST_F(NumaMeminfoTest, NodeWithoutMemory) {
  bench_.host.Write(absl::StrCat(kNodes, "online"), "0\n");
  bench_.host.Write(absl::StrCat(kNodes, "node0/meminfo"),
                    "Node 0 MemTotal:              0 kB\nNode 0 HugePages_Free:     3\n");
  ASSERT_TRUE(bench_.Open().ok());
  ASSERT_TRUE(bench_.Read().ok());
  EXPECT_THAT(bench_.Value("numa-meminfo.node0.MemTotal"), Optional(0));
  EXPECT_EQ(bench_.MetricOf("numa-meminfo.node0.MemTotal").unit(), "kB");
  EXPECT_EQ(bench_.MetricOf("numa-meminfo.node0.HugePages_Free").unit(), "count");
  EXPECT_EQ(bench_.columns.metrics().size(), 2);
}

TEST_F(NumaMeminfoTest, LargestAnonPagesAreKept) {
  bench_.host.CopyFixture("qemu-guest-5.10-two_nodes");
  ASSERT_TRUE(bench_.Open().ok());
  EXPECT_EQ(bench_.MetricOf("numa-meminfo.node1.AnonPages.max").kind(), v1::MAX);
}

TEST_F(NumaNumastatTest, NodesComeAndGo) {
  const std::string online = absl::StrCat(kNodes, "online");
  for (int node : {0, 1}) {
    bench_.host.Write(absl::StrCat(kNodes, "node", node, "/numastat"), "numa_hit 5\n");
  }
  bench_.host.Write(online, "0\n");
  ASSERT_TRUE(bench_.Open().ok());
  EXPECT_EQ(bench_.ColumnOf("numa-numastat.node1.numa_hit"), -1);
  bench_.host.Write(online, "0-1\n");
  ASSERT_TRUE(bench_.Read().ok());
  EXPECT_THAT(bench_.Value("numa-numastat.node1.numa_hit"), Optional(5));
  bench_.host.Write(online, "0\n");
  ASSERT_TRUE(bench_.Read().ok());
  EXPECT_EQ(bench_.Value("numa-numastat.node1.numa_hit"), std::nullopt);
  bench_.host.Write(online, "0-1\n");
  ASSERT_TRUE(bench_.Read().ok());
  EXPECT_THAT(bench_.Value("numa-numastat.node1.numa_hit"), Optional(5));
  EXPECT_EQ(bench_.columns.metrics().size(), 2);
}

// A wide machine: 8 nodes.
TEST_F(NumaVmstatTest, EightNodes) {
  bench_.host.Write(absl::StrCat(kNodes, "online"), "0-7\n");
  for (int node = 0; node < 8; ++node) {
    bench_.host.Write(absl::StrCat(kNodes, "node", node, "/vmstat"),
                      absl::StrCat("nr_free_pages ", 100 + node, "\n"));
  }
  ASSERT_TRUE(bench_.Open().ok());
  ASSERT_TRUE(bench_.Read().ok());
  EXPECT_THAT(bench_.Value("numa-vmstat.node7.nr_free_pages"), Optional(107));
  EXPECT_EQ(bench_.columns.values().size(), 8);
}

}  // namespace
}  // namespace collect
