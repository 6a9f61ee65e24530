// The loop around a running command: its signals, its output, its end.
#include "collector/run_command.h"

#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <iterator>
#include <limits>
#include <set>

#include "absl/strings/str_cat.h"
#include "collector/processes.h"

namespace collect {
namespace {

constexpr int64_t kNsPerSecond = 1'000'000'000;
constexpr int64_t kNever = std::numeric_limits<int64_t>::max();
constexpr int64_t kGraceNs = 5 * kNsPerSecond;
constexpr int64_t kSameEventNs = kNsPerSecond / 10;
constexpr int64_t kEscalationNs = 2 * kNsPerSecond;
constexpr int kTimedOut = 124;

// The kernel's own signals, a terminal's among them, have SI_KERNEL; what a process sent is 0 or
// less (man 2 sigaction: SI_USER, SI_QUEUE, SI_TKILL).
bool SentByProcess(const signalfd_siginfo& info) { return info.ssi_code <= 0; }

std::vector<pid_t> PidsOf(const std::vector<Process>& processes) {
  std::vector<pid_t> pids;
  for (const Process& process : processes) pids.push_back(process.pid);
  return pids;
}

bool HasChildren() {
  siginfo_t info = {};
  return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
}

}  // namespace

CommandRunner::CommandRunner(Host& host, CommandOptions options)
    : host_(host), options_(std::move(options)) {}

absl::StatusOr<std::unique_ptr<CommandRunner>> CommandRunner::Hold(Host& host,
                                                                   CommandOptions options) {
  std::unique_ptr<CommandRunner> runner(new CommandRunner(host, std::move(options)));
  absl::Status status;
  if (runner->options_.take_metrics) status = runner->metrics_.Open();
  status.Update(runner->signals_.Open());
  if (!status.ok()) return status;
  if (runner->options_.keep_output) {
    absl::StatusOr<std::unique_ptr<OutputRelay>> relay = OutputRelay::Open();
    runner->end_.output_status = relay.status();
    if (relay.ok()) runner->relay_ = *std::move(relay);
  }
  // Orphans of the command become our children, so that we see what it leaves behind.
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  if (HasChildren()) runner->earlier_children_ = PidsOf(DescendantsOf(host, getpid()));
  const int stdout_fd = runner->relay_ == nullptr ? -1 : runner->relay_->command_end();
  absl::StatusOr<HeldChild> child = HeldChild::Fork(
      runner->options_.argv, stdout_fd, runner->metrics_.command_end(), runner->signals_);
  if (!child.ok()) return child.status();
  runner->child_ = *std::move(child);
  if (runner->relay_ != nullptr) runner->relay_->CloseCommandEnd();
  runner->metrics_.CloseCommandEnd();
  return runner;
}

// A child that was never released ends by itself when its gate closes.
CommandRunner::~CommandRunner() {
  if (ended_ || child_.pid() < 0) return;
  const pid_t pid = child_.pid();
  child_ = HeldChild();
  waitpid(pid, nullptr, 0);
}

CommandEnd CommandRunner::RunToEnd(BetweenFn between) {
  start_ns_ = host_.MonotonicNs();
  end_.start_ns = start_ns_;
  next_kill_ns_ = options_.timeout_ns > 0 ? start_ns_ + options_.timeout_ns : kNever;
  child_.Release();
  while (!ended_) {
    WaitUntil(std::min(between(), next_kill_ns_));
    KeepTime(host_.MonotonicNs());
  }
  TakeWhatWasWritten();
  return end_;
}

void CommandRunner::TakeWhatWasWritten() {
  if (relay_ != nullptr) {
    relay_->ReadRest();
    end_.output = relay_->TakeOutput();
  }
  metrics_.Read(host_.MonotonicNs());
  end_.metrics = metrics_.TakeText();
  end_.marks = metrics_.TakeMarks();
  end_.metrics_dropped = metrics_.dropped_bytes();
}

// Waits for a signal, for output, or for the deadline, and deals with what came.
void CommandRunner::WaitUntil(int64_t deadline_ns) {
  pollfd wanted[3] = {{signals_.fd(), POLLIN, 0}, {-1, 0, 0}, {metrics_.fd(), POLLIN, 0}};
  if (relay_ != nullptr) wanted[1] = relay_->Wanted();
  const int64_t wait_ns = std::max<int64_t>(deadline_ns - host_.MonotonicNs(), 0);
  const timespec wait = {wait_ns / kNsPerSecond, wait_ns % kNsPerSecond};
  if (ppoll(wanted, std::size(wanted), deadline_ns == kNever ? nullptr : &wait, nullptr) <= 0)
    return;
  if (wanted[1].revents != 0) relay_->Step();
  if (wanted[2].revents != 0) metrics_.Read(host_.MonotonicNs());
  if (wanted[0].revents != 0) TakeSignals();
}

void CommandRunner::TakeSignals() {
  while (const std::optional<signalfd_siginfo> info = signals_.Next()) {
    const int signal = static_cast<int>(info->ssi_signo);
    if (EndsRun(signal)) OnEndSignal(*info);
    if (IsMessage(signal)) OnMessage(*info);
    if (StopsJob(signal)) OnStopSignal(*info);
    if (signal == SIGCHLD) ReapChildren();
    if (signal == SIGWINCH) OnWindowChange();
    if (signal == SIGCONT && stopped_ && !ended_) kill(child_.pid(), SIGCONT);
  }
  StopWithCommand();
}

// What the command sends to its whole process group ("trap 'kill 0' EXIT") is its own affair.
void CommandRunner::OnEndSignal(const signalfd_siginfo& info) {
  if (static_cast<pid_t>(info.ssi_pid) == child_.pid()) return;
  const int signal = static_cast<int>(info.ssi_signo);
  const int64_t now = host_.MonotonicNs();
  const int64_t since = interrupted_ ? now - last_end_signal_ns_ : kNever;
  if (signal == last_end_signal_ && since < kSameEventNs) return;
  interrupted_ = true;
  last_end_signal_ns_ = now;
  last_end_signal_ = signal;
  if (ended_) return;
  if (since <= kEscalationNs) {
    kill(child_.pid(), SIGKILL);
  } else if (SentByProcess(info)) {
    kill(child_.pid(), signal);
  }
}

// The kernel's own, such as that of alarm(2), came to us alone.
void CommandRunner::OnMessage(const signalfd_siginfo& info) {
  const bool by_command = SentByProcess(info) && static_cast<pid_t>(info.ssi_pid) == child_.pid();
  if (!by_command && !ended_) kill(child_.pid(), static_cast<int>(info.ssi_signo));
}

void CommandRunner::OnStopSignal(const signalfd_siginfo& info) {
  stop_asked_ = true;
  if (SentByProcess(info) && !ended_) kill(child_.pid(), static_cast<int>(info.ssi_signo));
}

// The command may have looked at the size before we passed it on, so it is told again.
void CommandRunner::OnWindowChange() {
  if (relay_ != nullptr && relay_->CopyWindowSize() && !ended_) kill(child_.pid(), SIGWINCH);
}

// Orphans that came to us are waited for as well, so that no zombie piles up.
void CommandRunner::ReapChildren() {
  int status = 0;
  struct rusage usage = {};
  for (;;) {
    const pid_t pid = wait4(-1, &status, WNOHANG | WUNTRACED | WCONTINUED, &usage);
    if (pid <= 0) return;
    if (pid == child_.pid() && !ended_) OnCommandStatus(status, usage);
  }
}

// A stopped command is not a finished one (S-077).
void CommandRunner::OnCommandStatus(int status, const struct rusage& usage) {
  stopped_ = WIFSTOPPED(status);
  if (stopped_ || WIFCONTINUED(status)) return;
  ended_ = true;
  end_.elapsed_ns = host_.MonotonicNs() - start_ns_;
  end_.usage = usage;
  if (WIFSIGNALED(status)) {
    end_.signal = WTERMSIG(status);
    end_.core_dumped = WCOREDUMP(status);
    end_.exit_status = 128 + end_.signal;
  } else {
    end_.exit_status = WEXITSTATUS(status);
    end_.exec_error = child_.ExecError();
  }
  if (end_.timed_out) end_.exit_status = kTimedOut;
}

// Only when the stop was meant for us too: a command that somebody stops by its pid, and continues
// later, must not leave us stopped.
void CommandRunner::StopWithCommand() {
  if (!stop_asked_ || !stopped_) return;
  stop_asked_ = false;
  raise(SIGSTOP);
}

void CommandRunner::KeepTime(int64_t now_ns) {
  if (ended_ || now_ns < next_kill_ns_) return;
  if (!end_.timed_out) {
    end_.timed_out = true;
    next_kill_ns_ = now_ns + kGraceNs;
    SignalFamily(SIGTERM);
    SignalFamily(SIGCONT);
  } else {
    next_kill_ns_ = kNever;
    SignalFamily(SIGKILL);
  }
}

// The command, unless it has ended, and all that came of it, as far as it can be known. Children
// that were there before, such as the server of a trial, and theirs are strangers.
std::vector<Process> CommandRunner::Family() {
  if (!ProcessTableIsOurs(host_)) return {};
  std::vector<Process> family = DescendantsOf(host_, getpid());
  std::set<pid_t> strangers(earlier_children_.begin(), earlier_children_.end());
  for (size_t before = 0; before != strangers.size();) {
    before = strangers.size();
    for (const Process& process : family) {
      if (strangers.contains(process.parent)) strangers.insert(process.pid);
    }
  }
  std::erase_if(family, [&](const Process& process) { return strangers.contains(process.pid); });
  return family;
}

void CommandRunner::SignalFamily(int signal) {
  if (!ended_) kill(child_.pid(), signal);
  for (const Process& process : Family()) {
    if (ended_ || process.pid != child_.pid()) kill(process.pid, signal);
  }
}

std::vector<std::string> CommandRunner::Settle() {
  std::vector<std::string> left_running;
  if (HasChildren()) {
    for (const Process& process : Family()) {
      left_running.push_back(absl::StrCat(process.pid, " ", process.name));
    }
  }
  const bool end_them = options_.end_left_running || end_.timed_out;
  if (end_them && !left_running.empty()) EndLeftRunning();
  const int64_t last_end_signal_ns = last_end_signal_ns_;
  while (relay_ != nullptr && relay_->has_pending()) {
    WaitUntil(kNever);
    if (last_end_signal_ns_ != last_end_signal_ns) break;  // the user has no more patience
  }
  return left_running;
}

void CommandRunner::EndLeftRunning() {
  SignalFamily(SIGTERM);
  SignalFamily(SIGCONT);
  if (FamilyEndsWithin(kGraceNs)) return;
  SignalFamily(SIGKILL);
  FamilyEndsWithin(kNsPerSecond);
}

bool CommandRunner::FamilyEndsWithin(int64_t limit_ns) {
  const int64_t deadline_ns = host_.MonotonicNs() + limit_ns;
  while (!Family().empty()) {
    const int64_t now_ns = host_.MonotonicNs();
    if (now_ns >= deadline_ns) return false;
    WaitUntil(std::min(deadline_ns, now_ns + kSameEventNs));
  }
  ReapChildren();
  return true;
}

bool CommandRunner::Interrupted() {
  TakeSignals();
  return interrupted_;
}

}  // namespace collect
