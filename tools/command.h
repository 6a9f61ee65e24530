// Subcommands of `collect`, in one table.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace collect {

/// Exit status for bad input: one message on stderr, nothing good lost.
inline constexpr int kBadInput = 2;

/// Prints "PROGRAM: MESSAGE" as one line on stderr and returns kBadInput.
int BadInput(absl::string_view program, const absl::Status& status);

/// One subcommand. `run` gets the words behind its name and returns the exit status.
struct Subcommand {
  absl::string_view name;
  absl::string_view summary;
  int (*run)(absl::Span<const std::string> words);
};

/// All of them, in the order in which --help lists them.
absl::Span<const Subcommand> AllSubcommands();

/// Runs what the words behind the program's name ask for: a subcommand by name, else a command to
/// be watched. Returns the exit status.
int RunMain(absl::Span<const std::string> words);

}  // namespace collect
