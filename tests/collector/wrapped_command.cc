// Forking the runner behind a pipe or on a terminal.
#include "tests/collector/wrapped_command.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <limits>
#include <thread>

#include "absl/strings/match.h"

namespace collect {
namespace {

constexpr int kPatienceMs = 30'000;

int RunOptionsToEnd(const CommandOptions& options) {
  Host host;
  absl::StatusOr<std::unique_ptr<CommandRunner>> runner = CommandRunner::Hold(host, options);
  if (!runner.ok()) return 99;
  const CommandEnd end = (*runner)->RunToEnd(NothingToDo);
  (*runner)->Settle();
  return end.exit_status;
}

}  // namespace

int64_t NothingToDo() { return std::numeric_limits<int64_t>::max(); }

WrappedCommand::WrappedCommand(const CommandOptions& options, Stdout out)
    : WrappedCommand([&] { return RunOptionsToEnd(options); }, out) {}

WrappedCommand::WrappedCommand(const std::function<int()>& body, Stdout out) {
  int ends[2] = {-1, -1};
  if (out == Stdout::kTerminal) {
    pid_ = forkpty(&ends[0], nullptr, nullptr, nullptr);
  } else {
    EXPECT_EQ(pipe2(ends, O_CLOEXEC), 0);
    pid_ = fork();
  }
  if (pid_ == 0) {
    if (out == Stdout::kPipe) {
      setpgid(0, 0);
      dup2(ends[1], STDOUT_FILENO);
      close(ends[0]);
      close(ends[1]);
    }
    _exit(body());
  }
  EXPECT_GT(pid_, 0);
  group_ = pid_;
  output_end_.reset(ends[0]);
  if (ends[1] >= 0) close(ends[1]);
}

WrappedCommand::~WrappedCommand() {
  if (group_ > 0) kill(-group_, SIGKILL);
}

bool WrappedCommand::ReadSome(int timeout_ms) {
  pollfd wanted = {output_end_.get(), POLLIN, 0};
  if (poll(&wanted, 1, timeout_ms) != 1) return false;
  char buffer[4096];
  const ssize_t got = read(output_end_.get(), buffer, sizeof buffer);
  if (got > 0) output_.append(buffer, static_cast<size_t>(got));
  return got > 0;
}

void WrappedCommand::Expect(absl::string_view text) {
  while (!absl::StrContains(output_, text)) {
    if (!ReadSome(kPatienceMs)) {
      ADD_FAILURE() << "waited for \"" << text << "\", got \"" << output_ << "\"";
      return;
    }
  }
}

void WrappedCommand::Type(absl::string_view keys) {
  EXPECT_EQ(write(output_end_.get(), keys.data(), keys.size()), static_cast<ssize_t>(keys.size()));
}

int WrappedCommand::WaitForChange() {
  int status = 0;
  EXPECT_EQ(waitpid(pid_, &status, WUNTRACED), pid_);
  if (!WIFSTOPPED(status)) pid_ = -1;
  return status;
}

int WrappedCommand::ExitStatus() {
  int status = 0;
  const bool ended = Eventually([&] {
    while (ReadSome(0)) {
    }
    return waitpid(pid_, &status, WNOHANG) == pid_;
  });
  EXPECT_TRUE(ended) << "still running";
  if (!ended) return -1;
  while (ReadSome(0)) {
  }
  pid_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

bool Eventually(const std::function<bool()>& condition) {
  for (int waited_ms = 0; waited_ms < kPatienceMs; waited_ms += 5) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return false;
}

}  // namespace collect
