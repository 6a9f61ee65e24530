// The pipe on which a command may report results and marks while it runs.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "probes/host/unique_fd.h"

namespace collect {

/// A moment that the command named.
struct Mark {
  std::string name;
  int64_t time_ns = 0;  ///< CLOCK_MONOTONIC, when the line was read
};

/// The command finds the number of its end in $COLLECT_METRICS_FD and writes lines to it, whatever
/// becomes of its stdout. A line "collect-mark NAME" is a mark; the others are kept as they are, at
/// most kKeptBytes of them.
class MetricsPipe {
 public:
  /// Opens the pipe. A shell such as dash can only name descriptors up to 9, so this is done before
  /// other files are opened.
  absl::Status Open();

  /// The end that the command inherits; -1 when there is none.
  int command_end() const { return command_end_.get(); }
  /// After the fork: from now on only the command holds its end.
  void CloseCommandEnd() { command_end_.reset(); }

  /// What to poll for; -1 when there is nothing left to read.
  int fd() const { return source_.get(); }
  /// Takes in what is there; `now_ns` becomes the time of the marks in it. Does not wait for end of
  /// file, which a process left running would hold up.
  void Read(int64_t now_ns);

  /// The lines that were no marks.
  std::string TakeText() { return std::move(text_); }
  std::vector<Mark> TakeMarks() { return std::move(marks_); }
  /// Bytes that did not fit and were dropped.
  size_t dropped_bytes() const { return dropped_bytes_; }

  static constexpr size_t kKeptBytes = 1 << 20;
  static constexpr size_t kMostMarks = 1000;

 private:
  void Append(absl::string_view piece, int64_t now_ns);
  void TakeLine(absl::string_view line, int64_t now_ns);

  UniqueFd command_end_;
  UniqueFd source_;
  std::string line_;  // begun and not ended yet
  std::string text_;
  std::vector<Mark> marks_;
  size_t dropped_bytes_ = 0;
};

/// The name in a line "collect-mark NAME", without its newline; empty for other lines.
absl::string_view MarkOf(absl::string_view line);

}  // namespace collect
