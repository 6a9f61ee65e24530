// The processes of the command as a probe.
#include "probes/kernel/process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "tests/support/allocations.h"
#include "tests/support/fake_host.h"

namespace collect {
namespace {

using ::testing::Optional;

class ProcessTest : public testing::Test {
 protected:
  ProcessTest() {
    bench_.command.pid = 50;
    Write(50, 1, "collect", 10, "");
  }

  void Write(int pid, int parent, absl::string_view name, int faults, absl::string_view children) {
    const std::string folder = absl::StrCat("/proc/", pid, "/");
    bench_.host.Write(folder + "stat", absl::StrCat(pid, " (", name, ") S ", parent,
                                                    " 1 1 0 -1 64 ", faults, " 0 2 0 0\n"));
    bench_.host.Write(folder + "status", absl::StrCat("Name:\t", name, "\nVmHWM:\t ", 100 * pid,
                                                      " kB\nVmRSS:\t ", pid, " kB\nThreads:\t2\n"));
    bench_.host.Write(absl::StrCat(folder, "task/", pid, "/children"), children);
  }
  // An open file of a process that was waited for answers ESRCH; an empty one comes closest.
  void End(int pid) {
    bench_.host.Write(absl::StrCat("/proc/", pid, "/stat"), "");
    bench_.host.Write(absl::StrCat("/proc/", pid, "/status"), "");
    bench_.host.Write(absl::StrCat("/proc/", pid, "/task/", pid, "/children"), "");
  }
  void Read() { ASSERT_TRUE(bench_.Read().ok()); }

  ProcessProbe probe_;
  ProbeBench bench_{probe_};
};

TEST_F(ProcessTest, FollowsChildrenAndTheirChildren) {
  ASSERT_TRUE(bench_.Open().ok());
  Write(50, 1, "make", 20, "60 61 ");
  Write(60, 50, "cc", 30, "70 ");
  Write(61, 50, "cc", 40, "");
  Write(70, 60, "cc1", 50, "");
  Read();
  EXPECT_THAT(bench_.Value("process.processes"), Optional(4));
  EXPECT_THAT(bench_.Value("process.threads"), Optional(8));
  EXPECT_THAT(bench_.Value("process.VmRSS"), Optional(50 + 60 + 61 + 70));
  EXPECT_THAT(bench_.Value("process.VmHWM"), Optional(7000));
  EXPECT_THAT(bench_.Value("process.minor_faults"), Optional(140));
  EXPECT_THAT(bench_.Value("process.major_faults"), Optional(8));
  EXPECT_EQ(bench_.MetricOf("process.VmHWM").kind(), v1::MAX);
}

// Before exec the process is a copy of collect, and its memory is collect's.
TEST_F(ProcessTest, NothingIsReadBeforeTheProgramIsExecuted) {
  ASSERT_TRUE(bench_.Open().ok());
  Read();
  EXPECT_EQ(bench_.Value("process.processes"), std::nullopt);
  EXPECT_EQ(bench_.Value("process.VmHWM"), std::nullopt);
}

TEST_F(ProcessTest, FaultsOfEndedProcessesAreKept) {
  ASSERT_TRUE(bench_.Open().ok());
  Write(50, 1, "make", 20, "60 ");
  Write(60, 50, "cc", 30, "");
  Read();
  End(60);
  Write(50, 1, "make", 21, "");
  Read();
  EXPECT_THAT(bench_.Value("process.minor_faults"), Optional(51));
  EXPECT_THAT(bench_.Value("process.processes"), Optional(1));
}

// A command shorter than an interval has no numbers, not zeros (S-083).
TEST_F(ProcessTest, WhenAllHaveEndedNothingIsKnown) {
  ASSERT_TRUE(bench_.Open().ok());
  End(50);
  Read();
  EXPECT_EQ(bench_.Value("process.processes"), std::nullopt);
  EXPECT_EQ(bench_.Value("process.minor_faults"), std::nullopt);
}

// The child ended and its number went to somebody else's process before it was opened.
TEST_F(ProcessTest, NumberOfAnotherProcessIsNotFollowed) {
  ASSERT_TRUE(bench_.Open().ok());
  Write(50, 1, "make", 20, "60 ");
  Write(60, 1, "stranger", 30, "");
  Read();
  EXPECT_THAT(bench_.Value("process.processes"), Optional(1));
}

TEST_F(ProcessTest, ManyProcessesAreBounded) {
  ASSERT_TRUE(bench_.Open().ok());
  std::string children;
  for (int pid = 100; pid < 300; ++pid) {
    absl::StrAppend(&children, pid, " ");
    Write(pid, 50, "w", 1, "");
  }
  Write(50, 1, "fork", 1, children);
  Read();
  EXPECT_THAT(bench_.Value("process.processes"), Optional(ProcessProbe::kMost));
  EXPECT_TRUE(bench_.HasNote("more than 128 processes"));
}

TEST_F(ProcessTest, WithoutACommandThereIsNothing) {
  bench_.command.pid = 0;
  EXPECT_TRUE(absl::IsNotFound(bench_.Open()));
}

TEST_F(ProcessTest, SamplesAllocateNothing) {
  ASSERT_TRUE(bench_.Open().ok());
  Write(50, 1, "make", 20, "60 ");
  Write(60, 50, "cc", 30, "");
  Read();
  Write(60, 50, "cc", 31, "");
  bench_.columns.Clear();
  const uint64_t before = AllocationCount();
  EXPECT_TRUE(probe_.Read(bench_.columns).ok());
  EXPECT_EQ(AllocationCount() - before, 0);
}

}  // namespace
}  // namespace collect
