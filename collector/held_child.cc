// Forking, holding and releasing the command's process.
#include "collector/held_child.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

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
  char* const* environment;
  int stdout_fd;
  int metrics_fd;
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
  if (plan.metrics_fd >= 0) fcntl(plan.metrics_fd, F_SETFD, 0);
  signals.RestoreInChild();
  execvpe(plan.argv[0], plan.argv, plan.environment);
  const int error = errno;
  if (write(plan.report_write, &error, sizeof error) < 0) _exit(kNotExecutable);
  _exit(error == ENOENT ? kNotFound : kNotExecutable);
}

// Our environment, in which `own` takes the place of a variable of the same name; empty: unchanged.
std::vector<char*> EnvironmentWith(std::string& own) {
  const absl::string_view name = absl::string_view(own).substr(0, own.find('=') + 1);
  std::vector<char*> all;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    if (own.empty() || !absl::StartsWith(*variable, name)) all.push_back(*variable);
  }
  if (!own.empty()) all.push_back(own.data());
  all.push_back(nullptr);
  return all;
}

}  // namespace

absl::StatusOr<HeldChild> HeldChild::Fork(const std::vector<std::string>& argv, int stdout_fd,
                                          int metrics_fd, const RunSignals& signals) {
  absl::StatusOr<Pipe> gate = MakePipe(0);
  if (!gate.ok()) return gate.status();
  absl::StatusOr<Pipe> report = MakePipe(O_NONBLOCK);
  if (!report.ok()) return report.status();
  std::vector<char*> words;
  for (const std::string& word : argv) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  std::string variable = metrics_fd < 0 ? "" : absl::StrCat("COLLECT_METRICS_FD=", metrics_fd);
  const std::vector<char*> environment = EnvironmentWith(variable);
  const ChildPlan plan = {.argv = words.data(),
                          .environment = environment.data(),
                          .stdout_fd = stdout_fd,
                          .metrics_fd = metrics_fd,
                          .gate_read = gate->read_end.get(),
                          .gate_write = gate->write_end.get(),
                          .report_write = report->write_end.get()};
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
