// Blocking the signals of a run and reading them from a signalfd.
#include "collector/signals.h"

#include <unistd.h>

#include <cerrno>

namespace collect {
namespace {

// SIGPIPE and SIGXFSZ are among them because writing to a stdout that is closed, or at the limit of
// the size of files, must not end us; they are read and dropped.
constexpr int kSignals[] = {SIGINT,  SIGTERM, SIGQUIT, SIGHUP,  SIGTSTP, SIGTTIN,
                            SIGTTOU, SIGCONT, SIGCHLD, SIGPIPE, SIGXFSZ, SIGWINCH};

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

bool StopsJob(int signal) { return signal == SIGTSTP || signal == SIGTTIN || signal == SIGTTOU; }

}  // namespace collect
