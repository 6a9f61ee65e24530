// Blocking the signals of a run and reading them from a signalfd.
#include "collector/signals.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <iterator>

namespace collect {
namespace {

// SIGPIPE and SIGXFSZ are among them because writing to a stdout that is closed, or at the limit of
// the size of files, must not end us; they are read and dropped, and so is SIGXCPU.
constexpr int kSignals[] = {SIGINT,  SIGTERM, SIGQUIT, SIGHUP,  SIGTSTP, SIGTTIN, SIGTTOU,
                            SIGCONT, SIGCHLD, SIGPIPE, SIGXFSZ, SIGXCPU, SIGWINCH};

// What else would end a process, those aside that say that it is broken (SIGSEGV, SIGBUS, SIGFPE,
// SIGILL, SIGTRAP, SIGSYS): after a fault of ours a core is what is wanted. abort(3) unblocks
// SIGABRT itself.
constexpr int kMessages[] = {SIGUSR1, SIGUSR2, SIGALRM,   SIGVTALRM, SIGPROF,
                             SIGIO,   SIGPWR,  SIGSTKFLT, SIGABRT};

bool IsIgnored(int signal) {
  struct sigaction action = {};
  sigaction(signal, nullptr, &action);
  return action.sa_handler == SIG_IGN;
}

}  // namespace

absl::Status RunSignals::Open() {
  sigset_t wanted;
  sigemptyset(&wanted);
  for (int signal : kSignals) {
    const bool needed = signal == SIGCHLD || signal == SIGPIPE || signal == SIGXFSZ;
    if (needed || !IsIgnored(signal)) sigaddset(&wanted, signal);
  }
  for (int signal = 1; signal <= SIGRTMAX; ++signal) {
    if (IsMessage(signal) && !IsIgnored(signal)) sigaddset(&wanted, signal);
  }
  fd_.reset(signalfd(-1, &wanted, SFD_NONBLOCK | SFD_CLOEXEC));
  if (!fd_.valid()) return absl::ErrnoToStatus(errno, "signalfd");
  sigprocmask(SIG_BLOCK, &wanted, &old_mask_);
  struct sigaction by_default = {};
  by_default.sa_handler = SIG_DFL;
  sigaction(SIGCHLD, &by_default, &old_child_action_);
  return absl::OkStatus();
}

RunSignals::~RunSignals() {
  if (!fd_.valid()) return;
  while (Next().has_value()) {
  }
  sigaction(SIGCHLD, &old_child_action_, nullptr);
  sigprocmask(SIG_SETMASK, &old_mask_, nullptr);
}

std::optional<signalfd_siginfo> RunSignals::Next() {
  signalfd_siginfo info = {};
  const ssize_t got = read(fd_.get(), &info, sizeof info);
  if (got != static_cast<ssize_t>(sizeof info)) return std::nullopt;
  return info;
}

void RunSignals::RestoreInChild() const {
  sigaction(SIGCHLD, &old_child_action_, nullptr);
  sigprocmask(SIG_SETMASK, &old_mask_, nullptr);
}

bool EndsRun(int signal) {
  return signal == SIGINT || signal == SIGTERM || signal == SIGQUIT || signal == SIGHUP;
}

bool IsMessage(int signal) {
  return std::find(std::begin(kMessages), std::end(kMessages), signal) != std::end(kMessages) ||
         (signal >= SIGRTMIN && signal <= SIGRTMAX);
}

bool StopsJob(int signal) { return signal == SIGTSTP || signal == SIGTTIN || signal == SIGTTOU; }

}  // namespace collect
