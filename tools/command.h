// Subcommands of `collect`, in one table.
#pragma once

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace collect {

/// Exit status for bad input: one message on stderr, nothing good lost.
inline constexpr int kBadInput = 2;

/// One subcommand. `run` gets the words behind its name and returns the exit status.
struct Subcommand {
  absl::string_view name;
  absl::string_view summary;
  int (*run)(absl::Span<const std::string> words);
};

/// All of them, in the order in which --help lists them.
absl::Span<const Subcommand> AllSubcommands();

}  // namespace collect
