// Whose work perf events count.
#include "probes/perf/perf_scope.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/probes/perf/perf_machine.h"

namespace collect {
namespace {

using ::testing::HasSubstr;
using ::testing::Optional;

constexpr char kUnified[] = "cgroup2 /sys/fs/cgroup cgroup2 rw,nosuid 0 0\n";
// Debian 10 and others: version 1 with the unified hierarchy beside it (S-070).
constexpr char kMixed[] =
    "cgroup2 /sys/fs/cgroup/unified cgroup2 rw 0 0\n"
    "cgroup /sys/fs/cgroup/perf_event cgroup rw,perf_event 0 0\n"
    "cgroup /sys/fs/cgroup/cpu cgroup rw,cpu 0 0\n";

std::string CgroupOf(FakeHost& host, absl::string_view text) {
  const absl::StatusOr<PerfScope> scope = ParsePerfScope(host, text);
  EXPECT_TRUE(scope.ok()) << scope.status();
  if (!scope.ok()) return "";
  EXPECT_EQ(scope->kind, PerfTarget::Kind::kCgroup);
  return scope->cgroup;
}

TEST(PerfScopeTest, SystemAndCommandAreWords) {
  FakeHost host;
  EXPECT_EQ(ParsePerfScope(host, "")->kind, PerfTarget::Kind::kEverybody);
  EXPECT_EQ(ParsePerfScope(host, "system")->kind, PerfTarget::Kind::kEverybody);
  EXPECT_EQ(ParsePerfScope(host, "command")->kind, PerfTarget::Kind::kProcess);
  const absl::Status status = ParsePerfScope(host, "comand").status();
  EXPECT_TRUE(absl::IsInvalidArgument(status));
  EXPECT_THAT(status.message(), HasSubstr("expected system, command or cgroup:PATH"));
}

TEST(PerfScopeTest, CgroupIsFoundByFolderAndByName) {
  FakeHost host;
  host.Write("/proc/self/mounts", kUnified);
  host.Write("/sys/fs/cgroup/system.slice/nginx.service/cgroup.procs", "");
  const std::string folder = "/sys/fs/cgroup/system.slice/nginx.service";
  EXPECT_EQ(CgroupOf(host, "cgroup:/sys/fs/cgroup/system.slice/nginx.service"), folder);
  EXPECT_EQ(CgroupOf(host, "cgroup:/system.slice/nginx.service"), folder);
  EXPECT_EQ(CgroupOf(host, "cgroup:system.slice/nginx.service"), folder);
}

// perf counts in the hierarchy that has its controller.
TEST(PerfScopeTest, Version1ComesFirst) {
  FakeHost host;
  host.Write("/proc/self/mounts", kMixed);
  host.Write("/sys/fs/cgroup/unified/a/cgroup.procs", "");
  EXPECT_EQ(CgroupOf(host, "cgroup:a"), "/sys/fs/cgroup/unified/a");
  host.Write("/sys/fs/cgroup/perf_event/a/cgroup.procs", "");
  EXPECT_EQ(CgroupOf(host, "cgroup:a"), "/sys/fs/cgroup/perf_event/a");
}

TEST(PerfScopeTest, CgroupThatIsNotThereIsNamed) {
  FakeHost host;
  EXPECT_THAT(ParsePerfScope(host, "cgroup:").status().message(), HasSubstr("expected the path"));
  host.Write("/proc/self/mounts", kUnified);
  host.Write("/sys/fs/cgroup/folder/file", "");
  for (const char* path : {"cgroup:nowhere", "cgroup:folder", "cgroup:/etc"}) {
    const absl::Status status = ParsePerfScope(host, path).status();
    EXPECT_TRUE(absl::IsInvalidArgument(status)) << path;
    EXPECT_THAT(status.message(), HasSubstr("there is no control group")) << path;
  }
}

TEST(PerfScopeTest, CgroupIsCountedOnEveryCpu) {
  Machine machine;
  machine.host().Write("/proc/self/mounts", kUnified);
  machine.host().Write("/sys/fs/cgroup/a/cgroup.procs", "");
  machine.bench.command.perf_scope = "cgroup:a";
  ASSERT_TRUE(machine.bench.Open().ok());
  EXPECT_EQ(machine.perf().open_count(), 14);
  EXPECT_EQ(machine.perf().last_place.flags, PERF_FLAG_PID_CGROUP);
  EXPECT_EQ(machine.perf().last_place.cpu, 1);
  EXPECT_GT(machine.perf().last_place.pid, 2);
  EXPECT_EQ(machine.bench.MetricOf("perf-stat.total.page-faults").help(), "of one control group");
}

class CommandScopeTest : public testing::Test {
 protected:
  explicit CommandScopeTest(std::vector<GroupSpec> groups = {Software()})
      : machine_(std::move(groups)) {
    machine_.bench.command.perf_scope = "command";
    machine_.bench.command.pid = 4711;
  }
  FakePerf::Counter& Faults() { return machine_.perf().At(kEveryCpu, PERF_COUNT_SW_PAGE_FAULTS); }
  Machine machine_;
};

// One set of events for all CPUs, inherited, which waits for exec.
TEST_F(CommandScopeTest, ProcessTreeIsCountedFromItsExecOn) {
  Faults().value = 500;  // of our own side of the fork
  ASSERT_TRUE(machine_.bench.Open().ok());
  EXPECT_EQ(machine_.perf().open_count(), 7);
  EXPECT_EQ(machine_.perf().last_place.pid, 4711);
  EXPECT_EQ(machine_.perf().last_place.cpu, -1);
  EXPECT_EQ(machine_.perf().last_attr.inherit, 1);
  Faults().value = 600;
  ASSERT_TRUE(machine_.bench.Read().ok());
  EXPECT_EQ(machine_.perf().reads, 1);
  EXPECT_THAT(machine_.bench.Value("perf-stat.command.page-faults"), Optional(0));
  machine_.perf().Exec();
  Faults().value = 607;
  ASSERT_TRUE(machine_.bench.Read().ok());
  EXPECT_THAT(machine_.bench.Value("perf-stat.command.page-faults"), Optional(7));
  EXPECT_EQ(machine_.bench.MetricOf("perf-stat.total.page-faults").help(),
            "of the command and what it started");
}

// Kernels before 4.13 answer EINVAL to inherited events with PERF_FORMAT_GROUP.
TEST_F(CommandScopeTest, OldKernelIsReadEventByEvent) {
  machine_.perf().old_kernel = true;
  ASSERT_TRUE(machine_.bench.Open().ok());
  EXPECT_EQ(machine_.perf().open_count(), 7);
  machine_.perf().Exec();
  Faults() = {7, kSecondNs, kSecondNs / 2};
  machine_.perf().At(kEveryCpu, PERF_COUNT_SW_PAGE_FAULTS_MIN) = {3, kSecondNs, kSecondNs / 2};
  machine_.perf().At(kEveryCpu, PERF_COUNT_SW_PAGE_FAULTS_MAJ) = {4, kSecondNs, kSecondNs / 2};
  ASSERT_TRUE(machine_.bench.Read().ok());
  EXPECT_EQ(machine_.perf().reads, 7);
  EXPECT_THAT(machine_.bench.Value("perf-stat.command.page-faults"), Optional(7));
  EXPECT_THAT(machine_.bench.Value("perf-stat.command.minor-faults"), Optional(3));
  EXPECT_THAT(machine_.bench.Value("perf-stat.command.software.running"), Optional(kSecondNs / 2));
  EXPECT_TRUE(machine_.bench.columns.notes().empty());
}

TEST_F(CommandScopeTest, HotplugIsNoMatter) {
  ASSERT_TRUE(machine_.bench.Open().ok());
  machine_.SetOnline("0");
  ASSERT_TRUE(machine_.bench.Read().ok());
  EXPECT_EQ(machine_.perf().open_count(), 7);
}

TEST_F(CommandScopeTest, WithoutACommandThereIsNothingToCount) {
  machine_.bench.command.pid = 0;
  EXPECT_TRUE(absl::IsNotFound(machine_.bench.Open()));
}

TEST_F(CommandScopeTest, RefusalNamesTheLevelForACommand) {
  machine_.perf().error_of_all = EACCES;
  EXPECT_THAT(machine_.bench.Open().message(),
              HasSubstr("perf_event_paranoid is 2 and counting a command with its kernel needs 1"));
}

TEST_F(CommandScopeTest, UncoreEventsCannotTellWhoseWorkItIs) {
  Machine machine({{"uncore", {{"clockticks", 21, 0}}, {0}}, Software()});
  machine.bench.command = machine_.bench.command;
  machine.perf().error_of_type[21] = EINVAL;
  ASSERT_TRUE(machine.bench.Open().ok());
  EXPECT_TRUE(machine.bench.HasNote("a PMU outside the cores cannot tell whose work it counts"));
}

}  // namespace
}  // namespace collect
