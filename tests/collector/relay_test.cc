// What the command's output goes through when a parser wants it too.
#include "collector/relay.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "collector/run_command.h"
#include "tests/collector/wrapped_command.h"

namespace collect {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

CommandOptions Relayed(const std::string& line) {
  CommandOptions options;
  options.argv = {"sh", "-c", line};
  options.keep_output = true;
  return options;
}

// Runs the command and then says how much output was kept.
std::function<int()> Counting(const CommandOptions& options) {
  return [options] {
    Host host;
    absl::StatusOr<std::unique_ptr<CommandRunner>> runner = CommandRunner::Hold(host, options);
    if (!runner.ok()) return 99;
    const CommandEnd end = (*runner)->RunToEnd(NothingToDo);
    (*runner)->Settle();
    dprintf(STDOUT_FILENO, "kept %zu", end.output.size());
    return end.exit_status;
  };
}

// S-081
TEST(RelayTest, TerminalStaysATerminalAndAPipeAPipe) {
  const std::string question = "test -t 1 && echo tty || echo no";
  WrappedCommand on_terminal(Relayed(question), WrappedCommand::Stdout::kTerminal);
  EXPECT_EQ(on_terminal.ExitStatus(), 0);
  EXPECT_EQ(on_terminal.output(), "tty\r\n");
  WrappedCommand on_pipe(Relayed(question));
  EXPECT_EQ(on_pipe.ExitStatus(), 0);
  EXPECT_EQ(on_pipe.output(), "no\n");
}

TEST(RelayTest, EveryByteArrivesAndIsKept) {
  const std::string line = "head -c 300000 /dev/zero | tr '\\0' '\\n'; printf 'a\\r\\b\\033[0mz'";
  WrappedCommand wrapped(Counting(Relayed(line)));
  EXPECT_EQ(wrapped.ExitStatus(), 0);
  EXPECT_EQ(wrapped.output(), std::string(300000, '\n') + "a\r\b\033[0mz" + "kept 300008");
}

// The same bytes as without us, and those are what the parser sees too.
TEST(RelayTest, TerminalOutputIsThatOfAPlainTerminal) {
  WrappedCommand wrapped(Counting(Relayed("printf 'one\\ntwo\\tx\\n'")),
                         WrappedCommand::Stdout::kTerminal);
  EXPECT_EQ(wrapped.ExitStatus(), 0);
  EXPECT_EQ(wrapped.output(), "one\r\ntwo\tx\r\nkept 10");
}

TEST(RelayTest, OutputArrivesAtOnce) {
  WrappedCommand wrapped(Relayed("printf early; exec sleep 1000"));
  wrapped.Expect("early");
  kill(wrapped.pid(), SIGTERM);
  EXPECT_EQ(wrapped.ExitStatus(), 143);
}

// A reader that does not read holds up the command and not us.
TEST(RelayTest, SlowReaderDoesNotHoldUpSampling) {
  Host host;
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  WrappedCommand wrapped([&] {
    CommandOptions options = Relayed("head -c 1000000 /dev/zero");
    auto runner = CommandRunner::Hold(host, options);
    if (!runner.ok()) return 99;
    int calls = 0;
    const CommandEnd end = (*runner)->RunToEnd([&] {
      if (++calls == 50 && write(ends[1], "x", 1) != 1) _exit(98);
      return host.MonotonicNs() + 1'000'000;
    });
    (*runner)->Settle();
    return end.exit_status;
  });
  char byte = 0;
  EXPECT_EQ(read(ends[0], &byte, 1), 1);  // sampled 50 times while nobody read a byte
  EXPECT_EQ(wrapped.ExitStatus(), 0);
  EXPECT_EQ(wrapped.output().size(), 1000000);
}

// `collect -- yes | head -1`: the command finds out that nobody reads any more.
TEST(RelayTest, ReaderThatGoesAwayEndsTheCommandAsWithoutUs) {
  CommandOptions options;
  options.argv = {"yes"};
  options.keep_output = true;
  WrappedCommand wrapped(options);
  wrapped.Expect("y\n");
  wrapped.CloseOutput();
  EXPECT_EQ(wrapped.ExitStatus(), 128 + SIGPIPE);
}

// The log of a benchmark on a full disk: the benchmark runs to its end, and its output is kept.
TEST(RelayTest, FullDiskEndsNoCommand) {
  WrappedCommand wrapped([] {
    Host host;
    const UniqueFd shown(dup(STDOUT_FILENO));
    const UniqueFd full(open("/dev/full", O_WRONLY | O_CLOEXEC));
    dup2(full.get(), STDOUT_FILENO);
    auto runner = CommandRunner::Hold(host, Relayed("seq 100000 && exit 3"));
    if (!runner.ok()) return 99;
    const CommandEnd end = (*runner)->RunToEnd(NothingToDo);
    (*runner)->Settle();
    dprintf(shown.get(), "kept %zu, %s", end.output.size(),
            absl::IsResourceExhausted((*runner)->output_lost()) ? "said" : "not said");
    return end.exit_status;
  });
  EXPECT_EQ(wrapped.ExitStatus(), 3);
  EXPECT_EQ(wrapped.output(), "kept 588895, said");
}

// ulimit -f counts for the log, too; SIGXFSZ must not end us.
TEST(RelayTest, LimitOfFileSizeEndsNoCommand) {
  WrappedCommand wrapped([] {
    Host host;
    const UniqueFd shown(dup(STDOUT_FILENO));
    const std::string path = testing::TempDir() + "/limited";
    const UniqueFd log(open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
    dup2(log.get(), STDOUT_FILENO);
    const rlimit limit = {1000, 1000};
    setrlimit(RLIMIT_FSIZE, &limit);
    auto runner = CommandRunner::Hold(host, Relayed("seq 100000 && exit 3"));
    if (!runner.ok()) return 99;
    const CommandEnd end = (*runner)->RunToEnd(NothingToDo);
    (*runner)->Settle();
    dprintf(shown.get(), "kept %zu, %s", end.output.size(),
            (*runner)->output_lost().ok() ? "not said" : "said");
    return end.exit_status;
  });
  EXPECT_EQ(wrapped.ExitStatus(), 3);
  EXPECT_EQ(wrapped.output(), "kept 588895, said");
}

// Output that nobody takes must not make us hang for ever.
TEST(RelayTest, CtrlCEndsTheWaitForAReader) {
  WrappedCommand wrapped(Relayed("head -c 100000 /dev/zero; echo done >&2; exit 2"));
  Host host;
  ASSERT_TRUE(Eventually([&] {
    kill(wrapped.pid(), SIGTERM);
    return access(("/proc/" + std::to_string(wrapped.pid()) + "/exe").c_str(), R_OK) != 0;
  }));
}

TEST(RelayTest, WindowSizeIsCopied) {
  WrappedCommand wrapped(
      [] {
        const winsize size = {33, 101, 0, 0};
        ioctl(STDOUT_FILENO, TIOCSWINSZ, &size);
        auto relay = OutputRelay::Open();
        if (!relay.ok()) return 99;
        winsize seen = {};
        ioctl((*relay)->command_end(), TIOCGWINSZ, &seen);
        return seen.ws_row == 33 && seen.ws_col == 101 ? 0 : 1;
      },
      WrappedCommand::Stdout::kTerminal);
  EXPECT_EQ(wrapped.ExitStatus(), 0);
}

}  // namespace
}  // namespace collect
