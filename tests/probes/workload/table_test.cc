// The table of workloads.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_split.h"
#include "probes/workload/workload.h"
#include "tests/support/recorded_results.h"

namespace collect {
namespace {

std::vector<std::string> WordsOf(absl::string_view command) { return absl::StrSplit(command, ' '); }

// Empty for a command that is no benchmark of the table.
absl::string_view TestcaseOf(absl::string_view command) {
  const Workload* workload = WorkloadOfCommand(WordsOf(command));
  return workload == nullptr ? "" : workload->testcase;
}

TEST(WorkloadTableTest, NamesAndCommandsAreUnique) {
  std::set<std::string> testcases;
  std::set<std::string> commands;
  for (const Workload& workload : AllWorkloads()) {
    EXPECT_TRUE(testcases.emplace(workload.testcase).second) << std::string(workload.testcase);
    for (const absl::string_view command : workload.commands) {
      EXPECT_TRUE(commands.emplace(command).second) << std::string(command);
      EXPECT_EQ(WorkloadOfCommand(WordsOf(command)), &workload);
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
  EXPECT_EQ(TestcaseOf("/usr/bin/fio"), "fio");
  EXPECT_EQ(TestcaseOf("iperf3 -c localhost"), "iperf");
  EXPECT_EQ(TestcaseOf("ab -q http://localhost/"), "apachebench");
  for (const char* other : {"true", "./lab", "ab/", ""}) EXPECT_EQ(TestcaseOf(other), "") << other;
  EXPECT_EQ(FindWorkload("sysbench-fileio")->parse, FindWorkload("sysbench")->parse);
}

// openssl and perf do many things, of which one is a benchmark.
TEST(WorkloadTableTest, ProgramOfManyUsesIsKnownByWhatItIsToldToDo) {
  EXPECT_EQ(TestcaseOf("openssl speed -seconds 1 sha256"), "openssl-speed");
  EXPECT_EQ(TestcaseOf("/usr/bin/perf --no-pager bench sched pipe"), "perf-bench");
  for (const char* other : {"openssl req -new", "openssl", "perf stat -- perf bench", "perf -v"}) {
    EXPECT_EQ(TestcaseOf(other), "") << other;
  }
}

}  // namespace
}  // namespace collect
