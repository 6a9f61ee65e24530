// The wrapper's contract with real processes: exit status, what reaches the command, its end.
#include "collector/run_command.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "tests/collector/wrapped_command.h"
#include "tests/support/fake_host.h"

namespace collect {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr int64_t kNsPerMs = 1'000'000;

std::vector<std::string> Shell(const std::string& line) { return {"sh", "-c", line}; }

CommandOptions Of(std::vector<std::string> argv) {
  CommandOptions options;
  options.argv = std::move(argv);
  return options;
}

CommandEnd RunHere(const CommandOptions& options) {
  Host host;
  absl::StatusOr<std::unique_ptr<CommandRunner>> runner = CommandRunner::Hold(host, options);
  EXPECT_TRUE(runner.ok()) << runner.status();
  return (*runner)->RunToEnd(NothingToDo);
}

// S-076
TEST(RunCommandTest, ExitStatusIsTheCommands) {
  for (int status : {0, 1, 3, 255}) {
    const CommandEnd end = RunHere(Of(Shell(absl::StrCat("exit ", status))));
    EXPECT_EQ(end.exit_status, status);
    EXPECT_EQ(end.signal, 0);
  }
}

// S-077
TEST(RunCommandTest, KilledCommandIsNoSuccess) {
  for (int signal : {SIGTERM, SIGSEGV, SIGKILL, SIGINT}) {
    const CommandEnd end = RunHere(Of(Shell(absl::StrCat("ulimit -c 0; kill -", signal, " $$"))));
    EXPECT_EQ(end.exit_status, 128 + signal);
    EXPECT_EQ(end.signal, signal);
  }
}

TEST(RunCommandTest, CommandThatCannotBeRun) {
  const CommandEnd missing = RunHere(Of({"/no/such/command"}));
  EXPECT_EQ(missing.exit_status, 127);
  EXPECT_EQ(missing.exec_error, ENOENT);
  const CommandEnd folder = RunHere(Of({"/proc"}));
  EXPECT_EQ(folder.exit_status, 126);
  EXPECT_EQ(folder.exec_error, EACCES);
  EXPECT_EQ(RunHere(Of(Shell("exit 127"))).exec_error, 0);
}

// S-082: what is no shell must not read the words like one.
TEST(RunCommandTest, ArgumentsArriveExactly) {
  WrappedCommand wrapped(Of({"printf", "[%s]", "a b", "", "\"'", "x\ny", "<", "$HOME", "*"}));
  EXPECT_EQ(wrapped.ExitStatus(), 0);
  EXPECT_EQ(wrapped.output(), "[a b][][\"'][x\ny][<][$HOME][*]");
}

TEST(RunCommandTest, TimesAndUsageAreTheCommands) {
  const CommandEnd end = RunHere(Of(Shell("i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done")));
  EXPECT_GT(end.elapsed_ns, kNsPerMs);
  EXPECT_GT(end.usage.ru_utime.tv_sec * 1'000'000 + end.usage.ru_utime.tv_usec, 0);
}

// Whatever we open is closed in the command; what it was given is still there.
TEST(RunCommandTest, DescriptorsAreThoseOfTheCaller) {
  const auto open_files = [] { return Of({"ls", "/proc/self/fd"}); };
  WrappedCommand plain([&] {
    execlp("ls", "ls", "/proc/self/fd", nullptr);
    return 99;
  });
  EXPECT_EQ(plain.ExitStatus(), 0);
  CommandOptions relayed = open_files();
  relayed.keep_output = true;
  for (const CommandOptions& options : {open_files(), relayed}) {
    WrappedCommand wrapped(options);
    EXPECT_EQ(wrapped.ExitStatus(), 0);
    EXPECT_EQ(wrapped.output(), plain.output());
  }
}

TEST(RunCommandTest, SignalStateIsThatOfTheCaller) {
  const std::vector<std::string> look = {"grep", "-E", "^Sig(Blk|Ign|Cgt)", "/proc/self/status"};
  const auto prepare = [] {
    signal(SIGCHLD, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    sigset_t blocked;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGUSR2);
    sigprocmask(SIG_SETMASK, &blocked, nullptr);
  };
  WrappedCommand plain([&] {
    prepare();
    execlp(look[0].c_str(), look[0].c_str(), look[1].c_str(), look[2].c_str(), look[3].c_str(),
           nullptr);
    return 99;
  });
  WrappedCommand wrapped([&] {
    prepare();
    return RunHere(Of(look)).exit_status;
  });
  EXPECT_EQ(wrapped.ExitStatus(), 0);
  plain.ExitStatus();
  EXPECT_THAT(plain.output(), HasSubstr("SigBlk:\t0000000000000800"));
  EXPECT_EQ(wrapped.output(), plain.output());
}

TEST(RunCommandTest, OurOwnSignalStateComesBack) {
  sigset_t before;
  sigset_t after;
  sigprocmask(SIG_BLOCK, nullptr, &before);
  RunHere(Of({"true"}));
  sigprocmask(SIG_BLOCK, nullptr, &after);
  EXPECT_EQ(sigismember(&before, SIGINT), sigismember(&after, SIGINT));
  EXPECT_EQ(sigismember(&before, SIGCHLD), sigismember(&after, SIGCHLD));
}

// S-080: the end of the process counts, not the end of its output.
TEST(RunCommandTest, DaemonDoesNotHoldUpTheEnd) {
  for (bool keep_output : {false, true}) {
    CommandOptions options = Of(Shell("sleep 1000 & echo started $!"));
    options.keep_output = keep_output;
    options.end_left_running = true;
    WrappedCommand wrapped(options);
    EXPECT_EQ(wrapped.ExitStatus(), 0);
    EXPECT_THAT(wrapped.output(), HasSubstr("started"));
  }
}

// S-079, S-080
TEST(RunCommandTest, WhatIsLeftRunningIsListedAndEndedOnRequest) {
  Host host;
  CommandOptions options = Of(Shell("sleep 1001 & (sleep 1002 & exec sleep 1003) & exit 4"));
  options.end_left_running = true;
  absl::StatusOr<std::unique_ptr<CommandRunner>> runner = CommandRunner::Hold(host, options);
  ASSERT_TRUE(runner.ok());
  EXPECT_EQ((*runner)->RunToEnd(NothingToDo).exit_status, 4);
  for (const std::string& left : (*runner)->Settle()) {
    const std::pair<std::string, std::string> process = absl::StrSplit(left, ' ');
    EXPECT_THAT(process.second, testing::AnyOf("sleep", "sh"));
    EXPECT_NE(kill(std::stoi(process.first), 0), 0) << left << " is still there";
  }
  EXPECT_THAT(DescendantsOf(host, getpid()), IsEmpty());
}

TEST(RunCommandTest, NothingLeftRunningIsAnEmptyList) {
  Host host;
  auto runner = CommandRunner::Hold(host, Of({"true"}));
  ASSERT_TRUE(runner.ok());
  (*runner)->RunToEnd(NothingToDo);
  EXPECT_THAT((*runner)->Settle(), IsEmpty());
}

// S-084
TEST(RunCommandTest, TimeoutEndsTheWholeFamilyAndKeepsTheOutput) {
  for (bool keep_output : {false, true}) {
    CommandOptions options = Of(Shell("echo early; sleep 1000; echo late"));
    options.timeout_ns = 1500 * kNsPerMs;  // enough to print, on a busy machine too
    options.keep_output = keep_output;
    WrappedCommand wrapped(options);
    EXPECT_EQ(wrapped.ExitStatus(), 124);
    EXPECT_EQ(wrapped.output(), "early\n");
  }
}

TEST(RunCommandTest, TimeoutIsRecorded) {
  CommandOptions options = Of({"sleep", "1000"});
  options.timeout_ns = 50 * kNsPerMs;
  const CommandEnd end = RunHere(options);
  EXPECT_TRUE(end.timed_out);
  EXPECT_EQ(end.signal, SIGTERM);
  EXPECT_EQ(end.exit_status, 124);
}

// In a root without /proc nobody but the command is known.
TEST(RunCommandTest, TimeoutEndsTheCommandWithoutAProcessTable) {
  class HostWithoutProc : public FakeHost {
   public:
    int64_t MonotonicNs() const override { return Host::MonotonicNs(); }
  } host;
  CommandOptions options = Of({"sleep", "1000"});
  options.timeout_ns = 50 * kNsPerMs;
  auto runner = CommandRunner::Hold(host, options);
  ASSERT_TRUE(runner.ok());
  EXPECT_EQ((*runner)->RunToEnd(NothingToDo).signal, SIGTERM);
}

TEST(RunCommandTest, CommandThatIgnoresTheTimeoutIsKilled) {
  CommandOptions options = Of(Shell("trap '' TERM; while :; do sleep 0.1; done"));
  options.timeout_ns = 50 * kNsPerMs;
  const CommandEnd end = RunHere(options);
  EXPECT_EQ(end.signal, SIGKILL);
  EXPECT_GE(end.elapsed_ns, 5000 * kNsPerMs);
}

TEST(RunCommandTest, RunnerThatIsDroppedRunsNothing) {
  Host host;
  const std::string path = testing::TempDir() + "/never-made";
  { ASSERT_TRUE(CommandRunner::Hold(host, Of({"touch", path})).ok()); }
  EXPECT_NE(access(path.c_str(), F_OK), 0);
}

TEST(RunCommandTest, BetweenIsCalledAtItsTimes) {
  Host host;
  auto runner = CommandRunner::Hold(host, Of({"sleep", "0.2"}));
  ASSERT_TRUE(runner.ok());
  int calls = 0;
  (*runner)->RunToEnd([&] {
    ++calls;
    return host.MonotonicNs() + 10 * kNsPerMs;
  });
  EXPECT_GE(calls, 3);
  EXPECT_LE(calls, 30);
}

}  // namespace
}  // namespace collect
