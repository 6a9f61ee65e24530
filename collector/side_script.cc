// Starting, watching and ending the script of a side.
#include "collector/side_script.h"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "collector/held_child.h"
#include "collector/hook.h"
#include "collector/pause.h"
#include "collector/signals.h"

namespace collect {
namespace {

constexpr int64_t kNsPerMs = 1'000'000;
constexpr int64_t kLookNs = 20 * kNsPerMs;
constexpr int64_t kGraceNs = 5000 * kNsPerMs;

std::string HowItEnded(int wait_status) {
  if (WIFSIGNALED(wait_status)) return absl::StrCat("was killed by signal ", WTERMSIG(wait_status));
  return absl::StrCat("ended with status ", WEXITSTATUS(wait_status));
}

absl::Status Cancelled() { return absl::CancelledError("interrupted"); }

}  // namespace

absl::StatusOr<std::unique_ptr<SideScript>> SideScript::Start(Host& host,
                                                              SideScriptOptions options) {
  std::unique_ptr<SideScript> script(new SideScript(host, std::move(options)));
  absl::Status status = script->Launch();
  if (!status.ok()) return status;
  status = script->options_.ready.empty() ? script->WaitUntilSettled() : script->WaitUntilReady();
  if (!status.ok()) return status;
  script->is_server_ = !script->returned_;
  return script;
}

SideScript::~SideScript() { End(); }

absl::Status SideScript::Launch() {
  // What a server leaves behind when it forks becomes our child, so that it can be waited for.
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  RunSignals signals;
  const absl::Status status = signals.Open();
  if (!status.ok()) return status;
  const std::vector<std::string> words = {"sh", "-c",
                                          absl::StrCat("exec 1>&2 </dev/null\n", options_.line)};
  absl::StatusOr<HeldChild> child = HeldChild::Fork(words, -1, -1, signals);
  if (!child.ok()) return child.status();
  pid_ = child->pid();
  setpgid(pid_, pid_);
  child->Release();
  return absl::OkStatus();
}

absl::Status SideScript::WaitUntilSettled() {
  const int64_t deadline_ns = host_.MonotonicNs() + options_.settle_ns;
  while (host_.MonotonicNs() < deadline_ns) {
    if (!Pause(host_, kLookNs)) return Cancelled();
    Reap();
    if (!returned_) continue;
    return wait_status_ == 0 ? absl::OkStatus() : Fault(HowItEnded(wait_status_));
  }
  return absl::OkStatus();
}

absl::Status SideScript::WaitUntilReady() {
  const int64_t deadline_ns = host_.MonotonicNs() + options_.patience_ns;
  while (host_.MonotonicNs() < deadline_ns) {
    if (!Pause(host_, kLookNs)) return Cancelled();
    Reap();
    if (returned_ && wait_status_ != 0) return Fault(HowItEnded(wait_status_));
    const absl::Status ready = RunHook(host_, "--ready", options_.ready);
    if (ready.ok() || absl::IsCancelled(ready)) return ready;
  }
  return Fault(absl::StrFormat("was not ready within %d s: \"%s\" still fails",
                               options_.patience_ns / (1000 * kNsPerMs), options_.ready));
}

absl::Status SideScript::Fault(absl::string_view what) const {
  return absl::FailedPreconditionError(
      absl::StrCat(options_.name, ": \"", options_.line, "\" ", what));
}

// A run that was under way may have waited for it; then how it ended is not known.
void SideScript::Reap() {
  if (returned_ || pid_ < 0) return;
  const pid_t got = waitpid(pid_, &wait_status_, WNOHANG);
  returned_ = got == pid_ || (got < 0 && errno == ECHILD);
}

absl::Status SideScript::CheckStillThere() {
  if (!options_.ready.empty()) {
    const absl::Status ready = RunHook(host_, "--ready", options_.ready);
    if (ready.ok() || absl::IsCancelled(ready)) return ready;
    return Fault("was no longer ready when the command had ended");
  }
  Reap();
  if (!is_server_ || !returned_) return absl::OkStatus();
  return Fault(
      "ended while the command ran: a server that failed, or a set-up that takes longer than "
      "--settle allows");
}

bool SideScript::GroupIsGone() {
  Reap();
  while (waitpid(-pid_, nullptr, WNOHANG) > 0) {
  }
  return kill(-pid_, 0) != 0;
}

void SideScript::End() {
  if (pid_ < 0) return;
  const bool set_up_is_done = returned_ && !is_server_;
  if (!set_up_is_done && !GroupIsGone()) {
    kill(-pid_, SIGTERM);
    const int64_t deadline_ns = host_.MonotonicNs() + kGraceNs;
    while (!GroupIsGone() && host_.MonotonicNs() < deadline_ns && Pause(host_, kLookNs)) {
    }
    if (!GroupIsGone()) kill(-pid_, SIGKILL);
    Reap();
  }
  pid_ = -1;
}

}  // namespace collect
