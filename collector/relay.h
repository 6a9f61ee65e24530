// Passes the command's output on to our stdout and keeps it for a parser.
#pragma once

#include <poll.h>

#include <memory>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "probes/host/unique_fd.h"

namespace collect {

/// Stands between a command and our stdout: a pipe, or a pseudo terminal that changes no byte where
/// our stdout is a terminal, so that the command still finds one (S-081). It never holds up its
/// caller: a slow reader of our stdout makes the command wait, as it would without us.
class OutputRelay {
 public:
  /// Opens the pipe or pseudo terminal.
  static absl::StatusOr<std::unique_ptr<OutputRelay>> Open();

  /// What becomes the command's stdout.
  int command_end() const { return command_end_.get(); }
  /// After the fork: from now on only the command holds its end.
  void CloseCommandEnd() { command_end_.reset(); }

  /// What to poll for; fd is -1 when there is nothing left to do.
  pollfd Wanted() const;
  /// Does one step, read or write, after poll said so.
  void Step();

  /// After the command has ended: takes in what it wrote and we have not read. Does not wait for
  /// end of file, which a process left running would hold up (S-080).
  void ReadRest();
  /// Bytes taken in that our stdout has not taken yet.
  bool has_pending() const { return sent_ < pending_.size(); }

  /// Why our stdout did not take all of the output: a full disk, say. The command runs on, and what
  /// it writes is kept all the same.
  const absl::Status& lost() const { return lost_; }

  /// After the terminal's size has changed. True if the command's stdout is a pseudo terminal.
  bool CopyWindowSize();

  /// What the command wrote, its last kKeptBytes at least.
  std::string TakeOutput() { return std::move(kept_); }

  static constexpr size_t kKeptBytes = 16 << 20;

 private:
  OutputRelay() = default;
  absl::Status OpenPipe();
  absl::Status OpenTerminal();
  ssize_t ReadOnce();
  void Write();
  void Close();

  bool terminal_ = false;
  UniqueFd command_end_;
  UniqueFd source_;    // what the command wrote comes out here
  UniqueFd own_sink_;  // our terminal opened once more, without blocking
  int sink_ = -1;
  std::string pending_;
  size_t sent_ = 0;
  absl::Status lost_;
  std::string kept_;
};

}  // namespace collect
