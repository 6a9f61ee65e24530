// The script of one side of a trial: set-up that ends, or a server that stays for the side's turn.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "probes/host/host.h"

namespace collect {

/// How to tell that a side is ready.
struct SideScriptOptions {
  std::string name;         ///< of the option that gave the line, for messages
  std::string line;         ///< for sh
  std::string ready;        ///< line for sh that succeeds when the side is ready; empty: none
  int64_t settle_ns = 0;    ///< without `ready`: a script that runs longer is a server
  int64_t patience_ns = 0;  ///< with `ready`: how long it may take
};

/// A line of sh in a process group of its own, so that the terminal's Ctrl-C does not reach it and
/// all of it can be ended. It has no input, and what it prints goes to stderr. Without `ready`, one
/// that returns within the time to settle was set-up, and one that is still there is a server. With
/// `ready` it is waited for until that line succeeds, whether the script has returned or not.
class SideScript {
 public:
  /// Starts it and waits until the side is ready. FailedPrecondition, with the line and how it
  /// ended: it failed, was not ready in time, or somebody wants the trial to end (Cancelled).
  static absl::StatusOr<std::unique_ptr<SideScript>> Start(Host& host, SideScriptOptions options);
  /// Ends it, should that not have happened.
  ~SideScript();

  /// After the command: FailedPrecondition when the side was not there all the time, which is when
  /// `ready` fails or, without it, a server is gone.
  absl::Status CheckStillThere();

  /// Ends what is left of a server: SIGTERM to its group, SIGKILL after 5 s.
  void End();

  const SideScriptOptions& options() const { return options_; }

 private:
  SideScript(Host& host, SideScriptOptions options) : host_(host), options_(std::move(options)) {}

  absl::Status Launch();
  absl::Status WaitUntilReady();
  absl::Status WaitUntilSettled();
  absl::Status Fault(absl::string_view what) const;
  void Reap();
  bool GroupIsGone();

  Host& host_;
  const SideScriptOptions options_;
  pid_t pid_ = -1;
  bool returned_ = false;
  int wait_status_ = 0;     // when it has returned
  bool is_server_ = false;  // it stayed
};

}  // namespace collect
