// The table of workloads.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "probes/workload/workload.h"
#include "tests/support/recorded_results.h"

namespace collect {
namespace {

TEST(WorkloadTableTest, NamesAndCommandsAreUnique) {
  std::set<std::string> testcases;
  std::set<std::string> commands;
  for (const Workload& workload : AllWorkloads()) {
    EXPECT_TRUE(testcases.emplace(workload.testcase).second) << std::string(workload.testcase);
    for (const absl::string_view command : workload.commands) {
      EXPECT_TRUE(commands.emplace(command).second) << std::string(command);
      EXPECT_EQ(WorkloadOfCommand(command), &workload);
    }
  }
}

// A benchmark that printed nothing never counts as one that had nothing to say.
TEST(WorkloadTableTest, NoOutputIsAnErrorEverywhere) {
  for (const Workload& workload : AllWorkloads()) {
    for (const char* output : {"", "\n", "Segmentation fault\n"}) {
      const RecordedResults results(workload.parse, output);
      EXPECT_EQ(results.status.code(), absl::StatusCode::kInvalidArgument)
          << std::string(workload.testcase);
      EXPECT_TRUE(results.values.empty()) << std::string(workload.testcase);
    }
  }
}

TEST(WorkloadTableTest, CommandsAreKnownByTheirLastName) {
  EXPECT_EQ(WorkloadOfCommand("/usr/bin/fio")->testcase, "fio");
  EXPECT_EQ(WorkloadOfCommand("iperf3")->testcase, "iperf");
  EXPECT_EQ(WorkloadOfCommand("true"), nullptr);
  EXPECT_EQ(FindWorkload("sysbench-fileio")->parse, FindWorkload("sysbench")->parse);
}

}  // namespace
}  // namespace collect
