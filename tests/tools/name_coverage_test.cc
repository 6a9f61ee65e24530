// tools/name_coverage: which names of a report a run has, and why not the others.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/tools/shell.h"

namespace collect {
namespace {

using ::testing::HasSubstr;

// A report of netperf, and a run of a captured machine that has files of memory management only.
constexpr char kCoverage[] =
    "cd $SCRATCH\n"
    "$COLLECT replay -o run.collect $SOURCE/tests/fixtures/replay-pvm-guest-6.18/t{0,1,2}\n"
    "row() { echo \"     24701 +-  4%     +60.9%      39743        $1\"; }\n"
    "{ echo ===; echo 'test/testcase:'; echo '  UDP_RR/netperf'; } >table.txt\n"
    "for name in $NAMES; do row $name >>table.txt; done\n"
    "$SOURCE/tools/name_coverage --collect $COLLECT --table table.txt run.collect\n";

TEST(NameCoverageTest, EveryMissingNameHasItsReason) {
  const ScratchFolder scratch;
  const ShellResult result =
      Shell(std::string("NAMES='meminfo.MemFree meminfo.NoSuchField netperf.Throughput_tps "
                        "softirqs.CPU0.TIMER perf-profile.children.cycles-pp.main'\n") +
                kCoverage,
            scratch.path());
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("no NoSuchField in /proc/meminfo:\n    meminfo.NoSuchField\n"));
  EXPECT_THAT(result.out, HasSubstr("the runs are not of netperf:\n    netperf.Throughput_tps\n"));
  EXPECT_THAT(result.out, HasSubstr("3 names; this machine can offer 1, the runs have 1: 100.0 %"));
}

TEST(NameCoverageTest, NameThatCouldBeThereIsAFault) {
  const ScratchFolder scratch;
  const ShellResult result =
      Shell(std::string("NAMES='meminfo.MemFree vmstat.no.such'\n") + kCoverage, scratch.path());
  EXPECT_EQ(result.status, 1) << result.err;
  EXPECT_THAT(result.out, HasSubstr("NOT COLLECTED:\n    vmstat.no.such\n"));
  EXPECT_THAT(result.out, HasSubstr("can offer 2, the runs have 1: 50.0 %"));
}

}  // namespace
}  // namespace collect
