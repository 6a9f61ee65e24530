// One process as /proc shows it.
#include "probes/kernel/process_files.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/support/fake_host.h"

namespace collect {
namespace {

TEST(ProcessStatTest, RealLine) {
  ProcessNumbers numbers;
  ASSERT_TRUE(ParseProcessStat(
      "32020 (bash) S 32019 32020 32020 0 -1 4194560 15203 554961 3 179 4 8 1050 400 20 0 1 0\n",
      numbers));
  EXPECT_EQ(numbers.parent, 32019);
  EXPECT_EQ(numbers.minor_faults, 15203);
  EXPECT_EQ(numbers.major_faults, 3);
}

// Anything may stand in a name.
TEST(ProcessStatTest, NameWithBlanksAndBrackets) {
  ProcessNumbers numbers;
  ASSERT_TRUE(ParseProcessStat("7 (a) S 1 (b c) S 5 7 7 0 -1 64 10 0 2 0", numbers));
  EXPECT_EQ(numbers.parent, 5);
  EXPECT_EQ(numbers.minor_faults, 10);
}

TEST(ProcessStatTest, CutLinesAreRefused) {
  ProcessNumbers numbers;
  EXPECT_FALSE(ParseProcessStat("", numbers));
  EXPECT_FALSE(ParseProcessStat("7 (a", numbers));
  EXPECT_FALSE(ParseProcessStat("7 (a) S 5 7", numbers));
  EXPECT_FALSE(ParseProcessStat("7 (a) S x 7 7 0 -1 64 10 0 2 0", numbers));
}

TEST(ProcessStatusTest, MemoryAndThreads) {
  ProcessNumbers numbers;
  ASSERT_TRUE(ParseProcessStatus(
      "Name:\tsh\nVmHWM:\t    9128 kB\nVmRSS:\t    4000 kB\nThreads:\t3\n", numbers));
  EXPECT_EQ(numbers.peak_rss_kb, 9128);
  EXPECT_EQ(numbers.rss_kb, 4000);
  EXPECT_EQ(numbers.threads, 3);
  EXPECT_FALSE(ParseProcessStatus("Name:\tsh\n", numbers));
}

// This very process, on the machine at hand.
TEST(ProcessFilesTest, OfThisProcess) {
  Host host;
  absl::StatusOr<ProcessFiles> files = ProcessFiles::Open(host, getpid());
  ASSERT_TRUE(files.ok()) << files.status();
  ProcessNumbers numbers;
  ASSERT_TRUE(files->Read(numbers));
  EXPECT_EQ(numbers.parent, getppid());
  EXPECT_GE(numbers.threads, 1);
  EXPECT_GE(numbers.peak_rss_kb, numbers.rss_kb / 2);
  EXPECT_FALSE(files->name().empty());
}

}  // namespace
}  // namespace collect
