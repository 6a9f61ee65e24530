// A command under the runner in a process of its own, as a shell would start it.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>

#include "absl/strings/string_view.h"
#include "collector/run_command.h"
#include "probes/host/unique_fd.h"

namespace collect {

/// Never due: for runs without a sampler.
int64_t NothingToDo();

/// Starts the process and watches it. What it prints comes through a pipe, or a terminal of which
/// it is the foreground job.
class WrappedCommand {
 public:
  enum class Stdout { kPipe, kTerminal };

  /// Runs `options` in a child process with a process group of its own.
  explicit WrappedCommand(const CommandOptions& options, Stdout out = Stdout::kPipe);
  /// Runs `body`, whose result is the exit status.
  explicit WrappedCommand(const std::function<int()>& body, Stdout out = Stdout::kPipe);
  /// Ends whatever is left of the process group.
  ~WrappedCommand();

  pid_t pid() const { return pid_; }
  /// Reads until `text` has been printed; fails the test after 30 s.
  void Expect(absl::string_view text);
  /// Types at the terminal.
  void Type(absl::string_view keys);
  /// Nobody reads what is printed any more.
  void CloseOutput() { output_end_.reset(); }
  /// Waits until the process has stopped or ended; returns the status as of waitpid(2).
  int WaitForChange();
  /// Reads all output, waits for the end and returns the exit status; 1000 + signal if one killed
  /// the process itself.
  int ExitStatus();
  /// What has been printed so far.
  const std::string& output() const { return output_; }

 private:
  bool ReadSome(int timeout_ms);

  pid_t pid_ = -1;
  pid_t group_ = -1;
  UniqueFd output_end_;
  std::string output_;
};

/// Waits until `condition` holds; false after 30 s.
bool Eventually(const std::function<bool()>& condition);

}  // namespace collect
