// Forking, holding and releasing the command's process.
#include "collector/held_child.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace collect {
namespace {

// Exit statuses of a shell, and of env(1), for a command that could not be run.
constexpr int kNotExecutable = 126;
constexpr int kNotFound = 127;

struct Pipe {
  UniqueFd read_end;
  UniqueFd write_end;
};

absl::StatusOr<Pipe> MakePipe(int flags) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC | flags) != 0) return absl::ErrnoToStatus(errno, "pipe2");
  return Pipe{UniqueFd(ends[0]), UniqueFd(ends[1])};
}

// What the child needs; prepared before the fork, as the child may only make async-signal-safe
// calls.
struct ChildPlan {
  char* const* argv;
  int stdout_fd;
  int gate_read;
  int gate_write;
  int report_write;
};

[[noreturn]] void BecomeCommand(const ChildPlan& plan, const RunSignals& signals) {
  close(plan.gate_write);
  char go = 0;
  ssize_t got = 0;
  do {
    got = read(plan.gate_read, &go, 1);
  } while (got < 0 && errno == EINTR);
  if (got != 1) _exit(kNotFound);
  if (plan.stdout_fd >= 0) dup2(plan.stdout_fd, STDOUT_FILENO);
  signals.RestoreInChild();
  execvp(plan.argv[0], plan.argv);
  const int error = errno;
  if (write(plan.report_write, &error, sizeof error) < 0) _exit(kNotExecutable);
  _exit(error == ENOENT ? kNotFound : kNotExecutable);
}

}  // namespace

absl::StatusOr<HeldChild> HeldChild::Fork(const std::vector<std::string>& argv, int stdout_fd,
                                          const RunSignals& signals) {
  absl::StatusOr<Pipe> gate = MakePipe(0);
  if (!gate.ok()) return gate.status();
  absl::StatusOr<Pipe> report = MakePipe(O_NONBLOCK);
  if (!report.ok()) return report.status();
  std::vector<char*> words;
  for (const std::string& word : argv) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  const ChildPlan plan = {words.data(), stdout_fd, gate->read_end.get(), gate->write_end.get(),
                          report->write_end.get()};
  HeldChild child;
  child.pid_ = fork();
  if (child.pid_ < 0) return absl::ErrnoToStatus(errno, "fork");
  if (child.pid_ == 0) BecomeCommand(plan, signals);
  child.gate_ = std::move(gate->write_end);
  child.report_ = std::move(report->read_end);
  return child;
}

// A child that was killed while it was held has closed the pipe; SIGPIPE is blocked then.
void HeldChild::Release() {
  const char go = 1;
  while (write(gate_.get(), &go, 1) < 0 && errno == EINTR) {
  }
  gate_.reset();
}

int HeldChild::ExecError() const {
  int error = 0;
  const ssize_t got = read(report_.get(), &error, sizeof error);
  return got == static_cast<ssize_t>(sizeof error) ? error : 0;
}

}  // namespace collect
