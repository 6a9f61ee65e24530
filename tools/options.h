// Options of the subcommands: one table each, from which words are parsed and help is printed.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace collect {

/// One option. `--name VALUE`, `--name=VALUE` and, where it has a letter, `-n VALUE` are the same.
struct Option {
  absl::string_view name;         ///< without the dashes
  absl::string_view placeholder;  ///< what stands for the value in the help; empty: takes none
  std::string help;
  /// Takes in the value, once for each time the option is given. The message of an error goes on
  /// after "--name=VALUE: ".
  std::function<absl::Status(absl::string_view value)> set;
  char letter = 0;  ///< short form; 0: none
};

/// What one subcommand understands.
struct Syntax {
  absl::string_view program;   ///< "collect compare"
  absl::string_view operands;  ///< "BASE OTHER..."
  absl::string_view summary;   ///< what it does, one or more sentences
  std::vector<Option> options;
  /// The first operand ends the options, as the words behind it are another program's.
  bool command_follows = false;
};

/// Sets the options among `words` and returns the other words. `--` ends the options.
/// InvalidArgument is one sentence that names the word and, for a mistyped option, the nearest.
absl::StatusOr<std::vector<std::string>> ParseWords(const Syntax& syntax,
                                                    absl::Span<const std::string> words);

/// What --help prints.
std::string HelpText(const Syntax& syntax);

/// Parses `words` and returns what `body` makes of the operands. Prints the help for --help, and
/// one line on stderr for words that make no sense, with the status kBadInput.
int WithOperands(const Syntax& syntax, absl::Span<const std::string> words,
                 absl::FunctionRef<int(const std::vector<std::string>& operands)> body);

/// Kinds of options; what they set must outlive the parsing. Lists and pairs may be repeated.
Option SwitchOption(absl::string_view name, absl::string_view help, bool* on);
Option TextOption(absl::string_view name, absl::string_view placeholder, absl::string_view help,
                  std::string* text);
Option ChoiceOption(absl::string_view name, std::vector<std::string> choices,
                    absl::string_view help, std::string* chosen);
Option NumberOption(absl::string_view name, absl::string_view help, uint32_t least, uint32_t most,
                    uint32_t* number);
/// A stretch of time, as of ParseMilliseconds.
Option TimeOption(absl::string_view name, absl::string_view help, int64_t least_ms, int64_t most_ms,
                  int64_t* time_ms);
/// Names between commas.
Option ListOption(absl::string_view name, absl::string_view placeholder, absl::string_view help,
                  std::vector<std::string>* names);
/// KEY=VALUE.
Option PairOption(absl::string_view name, absl::string_view help,
                  std::map<std::string, std::string>* pairs);
/// The same option with a short form.
Option WithLetter(char letter, Option option);

/// Where the result store is, for subcommands that take runs.
Option StoreOption(std::string* directory);

/// A stretch of time, such as 250ms, 1s or 10m, in milliseconds; InvalidArgument names the range
/// where the value is no duration or outside of it.
absl::StatusOr<int64_t> ParseMilliseconds(absl::string_view value, int64_t least_ms,
                                          int64_t most_ms);

}  // namespace collect
