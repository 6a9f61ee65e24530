// The process table of a fake machine.
#include "collector/processes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "absl/strings/str_cat.h"
#include "tests/support/fake_host.h"

namespace collect {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

void AddProcess(FakeHost& host, pid_t pid, absl::string_view name, char state, pid_t parent) {
  host.Write(absl::StrCat("/proc/", pid, "/stat"),
             absl::StrCat(pid, " (", name, ") ", absl::string_view(&state, 1), " ", parent,
                          " 1 1 0 -1 4194560 100\n"));
}

std::vector<std::string> NamesOf(const std::vector<Process>& processes) {
  std::vector<std::string> names;
  for (const Process& process : processes) names.push_back(process.name);
  return names;
}

TEST(ParseProcStatTest, NamesMayHoldAnything) {
  for (const char* name : {"sh", "a b", "x) S 1 (y", "", ")", "tmux: server"}) {
    const std::optional<Process> process = ParseProcStat(absl::StrCat("17 (", name, ") S 4 17 17"));
    ASSERT_TRUE(process.has_value()) << name;
    EXPECT_EQ(process->pid, 17);
    EXPECT_EQ(process->parent, 4);
    EXPECT_EQ(process->state, 'S');
    EXPECT_EQ(process->name, name);
  }
}

TEST(ParseProcStatTest, OtherTextIsNothing) {
  for (const char* text : {"", "17", "17 (sh", "17 sh) S 4", ") 17 (", "x (sh) S 4", "17 (sh)",
                           "17 (sh) S", "17 (sh) S x", "17 (sh) SS 4"}) {
    EXPECT_FALSE(ParseProcStat(text).has_value()) << text;
  }
}

TEST(DescendantsTest, ChildrenAndTheirChildrenWithoutEndedOnes) {
  FakeHost host;
  AddProcess(host, 1, "init", 'S', 0);
  AddProcess(host, 100, "collect", 'R', 1);
  AddProcess(host, 7, "child of a later one", 'S', 102);
  AddProcess(host, 101, "ended", 'Z', 100);
  AddProcess(host, 102, "stopped", 'T', 100);
  AddProcess(host, 103, "stranger", 'S', 1);
  EXPECT_THAT(NamesOf(DescendantsOf(host, 100)), ElementsAre("child of a later one", "stopped"));
  EXPECT_THAT(DescendantsOf(host, 103), IsEmpty());
}

// A process in a pid namespace of its own sees the /proc of the machine until it mounts another.
TEST(ProcessTableTest, IsOursWhenItNumbersUsAsWeDo) {
  Host real;
  EXPECT_TRUE(ProcessTableIsOurs(real));
  FakeHost host;
  EXPECT_FALSE(ProcessTableIsOurs(host));
  host.Write("/proc/self/stat", absl::StrCat(getpid() + 1, " (collect) R 1 1 1"));
  EXPECT_FALSE(ProcessTableIsOurs(host));
}

TEST(DescendantsTest, NoProcessTableIsNoProcess) {
  FakeHost host;
  EXPECT_THAT(DescendantsOf(host, 100), IsEmpty());
}

}  // namespace
}  // namespace collect
