// Captured trees and how they are made.
#include "probes/host/replay_host.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>

#include "absl/strings/str_cat.h"
#include "probes/host/capture.h"
#include "probes/kernel/proc_vmstat.h"
#include "probes/perf/perf_stat.h"
#include "tests/support/fake_host.h"

namespace collect {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// A machine, and trees of it in a folder of their own.
class ReplayHostTest : public testing::Test {
 protected:
  std::string Tree(absl::string_view name) { return trees_.FullPath(absl::StrCat("/", name)); }
  std::unique_ptr<ReplayHost> Open(const std::vector<std::string>& trees) {
    absl::StatusOr<std::unique_ptr<ReplayHost>> host = ReplayHost::Open(trees);
    EXPECT_TRUE(host.ok()) << host.status();
    return host.ok() ? *std::move(host) : nullptr;
  }
  std::string OpenError(const std::vector<std::string>& trees) {
    return std::string(ReplayHost::Open(trees).status().message());
  }

  FakeHost trees_;
  FakeHost machine_;
};

TEST_F(ReplayHostTest, ShowsOneTreeAfterTheOther) {
  trees_.Write("/a/time", "100.25\n");
  trees_.Write("/a/proc/vmstat", "pgfault 1\n");
  trees_.Write("/b/time", "101.250000001");
  trees_.Write("/b/proc/vmstat", "pgfault 20\n");
  const std::unique_ptr<ReplayHost> host = Open({Tree("a"), Tree("b")});
  ASSERT_NE(host, nullptr);
  EXPECT_TRUE(host->captured());
  absl::StatusOr<TextFile> file = host->OpenText("/proc/vmstat");
  ASSERT_TRUE(file.ok());
  EXPECT_EQ(*file->Read(), "pgfault 1\n");
  EXPECT_EQ(host->MonotonicNs(), 100'250'000'000);
  ASSERT_TRUE(host->Advance());
  EXPECT_EQ(*file->Read(), "pgfault 20\n");
  EXPECT_EQ(host->MonotonicNs(), 101'250'000'001);
  EXPECT_FALSE(host->Advance());
  EXPECT_EQ(host->MonotonicNs(), 101'250'000'001);
}

TEST_F(ReplayHostTest, FileThatTheNextTreeLacksIsNotFound) {
  trees_.Write("/a/time", "1");
  trees_.Write("/a/proc/vmstat", "pgfault 1\n");
  trees_.Write("/b/time", "2");
  const std::unique_ptr<ReplayHost> host = Open({Tree("a"), Tree("b")});
  absl::StatusOr<TextFile> file = host->OpenText("/proc/vmstat");
  ASSERT_TRUE(file.ok());
  host->Advance();
  EXPECT_TRUE(absl::IsNotFound(file->Read().status()));
}

TEST_F(ReplayHostTest, RefusesWhatIsNoTree) {
  trees_.Write("/a/time", "2\n");
  trees_.Write("/b/time", "1\n");
  EXPECT_THAT(OpenError({}), HasSubstr("no captured tree is given"));
  EXPECT_THAT(OpenError({Tree("nowhere")}), HasSubstr("nowhere is no captured tree: open /time"));
  EXPECT_THAT(OpenError({Tree("a"), Tree("b")}), HasSubstr("/b/time is not later than that of"));
  for (const char* time : {"", "x", "-1", "1,5", "1h", "inf", "1.2.3", "9999999999999999999999"}) {
    trees_.Write("/bad/time", time);
    EXPECT_THAT(
        OpenError({Tree("bad")}),
        HasSubstr(absl::StrCat("/bad/time: expected decimal seconds, found \"", time, "\"")));
  }
}

TEST_F(ReplayHostTest, PerfIsNotPresent) {
  trees_.Write("/a/time", "1");
  trees_.Write("/a/sys/devices/system/cpu/online", "0-1\n");
  const std::unique_ptr<ReplayHost> host = Open({Tree("a")});
  PerfStat probe;
  Command command;
  OwnCost own_cost;
  Columns columns;
  EXPECT_EQ(probe.Open({*host, command, own_cost}, columns),
            absl::NotFoundError("a captured tree has no perf events"));
}

TEST_F(ReplayHostTest, CapturedMachineReplaysToTheSameValues) {
  ProcVmstat live;
  ProbeBench bench(live);
  Capture capture(bench.host);
  bench.host.Write("/proc/vmstat", "pgfault 41\nnr_dirty 5\n");
  bench.host.monotonic_ns = 7'000'000'003;
  ASSERT_TRUE(bench.Open().ok());
  ASSERT_TRUE(bench.Read().ok());
  ASSERT_THAT(*capture.WriteTree(Tree("a")), IsEmpty());

  const std::unique_ptr<ReplayHost> host = Open({Tree("a")});
  ASSERT_NE(host, nullptr);
  EXPECT_EQ(host->MonotonicNs(), 7'000'000'003);
  ProcVmstat replayed;
  Columns columns;
  ASSERT_TRUE(replayed.Open({*host, bench.command, bench.own_cost}, columns).ok());
  EXPECT_EQ(columns.values(), bench.columns.values());
  EXPECT_EQ(columns.metrics().size(), bench.columns.metrics().size());
}

// As cpuidle is found: folders are listed, links followed, files below them read.
TEST_F(ReplayHostTest, ListingsAndLinksAreCaptured) {
  constexpr char kIdle[] = "/sys/devices/system/cpu/cpu0/cpuidle";
  machine_.Write("/sys/devices/real/state0/name", "POLL\n");
  machine_.Write("/sys/devices/real/state1/name", "C1\n");
  std::filesystem::create_directories(machine_.FullPath("/sys/devices/system/cpu/cpu0"));
  std::filesystem::create_symlink("../../../real", machine_.FullPath(kIdle));
  Capture capture(machine_);
  ASSERT_THAT(*machine_.ListDirectory(kIdle), ElementsAre("state0", "state1"));
  ASSERT_TRUE(machine_.ReadFile(absl::StrCat(kIdle, "/state0/name")).ok());
  ASSERT_TRUE(capture.WriteTree(Tree("a")).ok());

  const std::unique_ptr<ReplayHost> host = Open({Tree("a")});
  EXPECT_THAT(*host->ListDirectory(kIdle), ElementsAre("state0", "state1"));
  EXPECT_EQ(*host->ReadFile(absl::StrCat(kIdle, "/state0/name")), "POLL\n");
  EXPECT_TRUE(absl::IsNotFound(host->ReadFile(absl::StrCat(kIdle, "/state1/name")).status()));
}

TEST_F(ReplayHostTest, WhatTheMachineLacksTheTreeLacksToo) {
  Capture capture(machine_);
  EXPECT_FALSE(machine_.ReadFile("/proc/slabinfo").ok());
  EXPECT_THAT(*capture.WriteTree(Tree("a")), IsEmpty());
  EXPECT_FALSE(std::filesystem::exists(Tree("a") + "/proc"));
}

TEST_F(ReplayHostTest, EnvironmentsStayWhereTheyAre) {
  machine_.Write("/proc/1/environ", "PASSWORD=x");
  machine_.Write("/proc/1/stat", "1");
  Capture capture(machine_);
  ASSERT_TRUE(machine_.ReadFile("/proc/1/environ").ok());
  ASSERT_TRUE(machine_.ReadFile("/proc/1/stat").ok());
  EXPECT_THAT(*capture.WriteTree(Tree("a")), IsEmpty());
  EXPECT_TRUE(std::filesystem::exists(Tree("a") + "/proc/1/stat"));
  EXPECT_FALSE(std::filesystem::exists(Tree("a") + "/proc/1/environ"));
}

TEST_F(ReplayHostTest, TreeIsNotWrittenOverAnother) {
  Capture capture(machine_);
  ASSERT_TRUE(capture.WriteTree(Tree("a")).ok());
  EXPECT_THAT(capture.WriteTree(Tree("a")).status().message(), HasSubstr("/a is not empty"));
}

TEST_F(ReplayHostTest, PlaceThatCannotBeWrittenIsAnError) {
  trees_.Write("/file", "");
  Capture capture(machine_);
  EXPECT_THAT(capture.WriteTree(Tree("file") + "/a").status().message(), HasSubstr("make "));
}

TEST_F(ReplayHostTest, NothingIsRememberedAfterTheCapture) {
  { Capture capture(machine_); }
  EXPECT_EQ(machine_.on_open, nullptr);
}

}  // namespace
}  // namespace collect
