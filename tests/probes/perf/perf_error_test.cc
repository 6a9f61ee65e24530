// One sentence for each way in which the kernel refuses an event.
#include "probes/perf/perf_error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>

#include "tests/probes/perf/perf_machine.h"

namespace collect {
namespace {

using ::testing::HasSubstr;

std::string Explained(int number, PerfTarget::Kind target = PerfTarget::Kind::kEverybody) {
  FakeHost host;
  const absl::Status error = absl::ErrnoToStatus(number, "perf_event_open");
  const absl::Status explained = ExplainPerfError(host, error, target, 640);
  EXPECT_EQ(explained.code(), error.code());
  return std::string(explained.message());
}

TEST(PerfErrorTest, EveryErrnoHasItsSentence) {
  EXPECT_THAT(Explained(EBUSY), HasSubstr("another user has this PMU or its counters for itself"));
  EXPECT_THAT(Explained(ENOSPC), HasSubstr("the PMU has no room for one more event"));
  EXPECT_THAT(Explained(ENOMEM), HasSubstr("the kernel has no memory for it"));
  EXPECT_THAT(Explained(E2BIG), HasSubstr("the kernel is older than what the event asks of it"));
  EXPECT_THAT(Explained(EINVAL), HasSubstr("the kernel does not take the event as asked for"));
  EXPECT_THAT(Explained(ENOENT), HasSubstr("this machine has no such event"));
  EXPECT_THAT(Explained(EOPNOTSUPP), HasSubstr("its PMU cannot count this"));
  EXPECT_THAT(Explained(ENOSYS), HasSubstr("a container's seccomp profile hides"));
}

// S-073: files and room are two things, though both are exhausted.
TEST(PerfErrorTest, OnlyFilesHaveALimitThatCanBeRaised) {
  EXPECT_THAT(Explained(EMFILE), HasSubstr("needs 640 open files for its events on all CPUs"));
  EXPECT_THAT(Explained(ENFILE), HasSubstr("needs 640 open files"));
  EXPECT_THAT(Explained(ENOSPC), Not(HasSubstr("open files")));
}

TEST(PerfErrorTest, EventsOutsideTheCoresBelongToNoCommand) {
  EXPECT_THAT(Explained(EINVAL, PerfTarget::Kind::kProcess),
              HasSubstr("a PMU outside the cores cannot tell whose work it counts"));
  EXPECT_THAT(Explained(EINVAL, PerfTarget::Kind::kCgroup), HasSubstr("outside the cores"));
}

// S-062: with Secure Boot root is refused too, and "run as root" is no advice.
TEST(PerfErrorTest, LockdownIsNamed) {
  Machine machine;
  machine.SetCapabilities("000001ffffffffff");
  machine.host().Write("/sys/kernel/security/lockdown", "none integrity [confidentiality]\n");
  machine.perf().error_of_all = EPERM;
  const absl::Status status = machine.bench.Open();
  EXPECT_TRUE(absl::IsPermissionDenied(status));
  EXPECT_THAT(status.message(), HasSubstr("the kernel is locked down"));
  EXPECT_THAT(status.message(), Not(HasSubstr("run as root")));
  machine.host().Write("/sys/kernel/security/lockdown", "[none] integrity confidentiality\n");
  EXPECT_THAT(machine.bench.Open().message(), Not(HasSubstr("locked down")));
}

// S-065: in a cpuset events are opened on CPUs on which we may not run; "online" is sysfs's word.
TEST(PerfErrorTest, CpusOutsideOurCpusetAreCounted) {
  Machine machine;
  machine.host().Write("/proc/self/status", "Name:\tcollect\nCpus_allowed_list:\t0\n");
  ASSERT_TRUE(machine.bench.Open().ok());
  EXPECT_EQ(machine.perf().open_count(), 14);
}

}  // namespace
}  // namespace collect
