// The few scanning steps that all parsers of a benchmark's output share.
#pragma once

#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace collect {

/// The lines of `text` that end in a newline, without trailing blanks; of a line that was written
/// over with carriage returns what stands last. What follows the last newline is left out: the
/// program was cut off there, and half a number looks like a number (S-084).
std::vector<absl::string_view> WholeLines(absl::string_view text);

/// The words of a line, split at blanks and tabs.
std::vector<absl::string_view> Words(absl::string_view line);

/// A whole word as a number, read as in the C locale whatever the locale here (S-034). Nothing for
/// "nan", "inf" and numbers that no double holds.
std::optional<double> ToNumber(absl::string_view word);

/// The number that begins right behind the first `label` in `line`, after blanks, up to the next
/// character that no number has: 4001 for "tps = " in "tps = 4001 (including)".
std::optional<double> NumberAfter(absl::string_view line, absl::string_view label);

/// NumberAfter on the first of the lines that begins with `label`, leading blanks aside.
std::optional<double> FindNumber(const std::vector<absl::string_view>& lines,
                                 absl::string_view label);

/// The first line that begins with `label`, leading blanks aside, without the label; nothing if
/// there is none.
std::optional<absl::string_view> FindLine(const std::vector<absl::string_view>& lines,
                                          absl::string_view label);

/// InvalidArgument: "TESTCASE: no EXPECTED: ADVICE".
absl::Status NoResult(absl::string_view testcase, absl::string_view expected,
                      absl::string_view advice);

}  // namespace collect
