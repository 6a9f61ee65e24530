// Lines, words and numbers of a benchmark's output.
#include "probes/workload/output_text.h"

#include <cmath>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "probes/kernel/text_scan.h"

namespace collect {

std::vector<absl::string_view> WholeLines(absl::string_view text) {
  std::vector<absl::string_view> lines;
  text = text.substr(0, text.rfind('\n') + 1);
  while (!text.empty()) {
    const absl::string_view line = absl::StripTrailingAsciiWhitespace(TakeLine(text));
    lines.push_back(line.substr(line.rfind('\r') + 1));
  }
  return lines;
}

std::vector<absl::string_view> Words(absl::string_view line) {
  return absl::StrSplit(line, absl::ByAnyChar(" \t"), absl::SkipEmpty());
}

std::optional<double> ToNumber(absl::string_view word) {
  double number = 0;
  const bool digit = word.find_first_of("0123456789") != absl::string_view::npos;
  if (!digit || !absl::SimpleAtod(word, &number) || !std::isfinite(number)) return std::nullopt;
  return number;
}

std::optional<double> NumberAfter(absl::string_view line, absl::string_view label) {
  const size_t at = line.find(label);
  if (at == absl::string_view::npos) return std::nullopt;
  line = absl::StripLeadingAsciiWhitespace(line.substr(at + label.size()));
  return ToNumber(line.substr(0, line.find_first_not_of("0123456789.eE+-")));
}

std::optional<absl::string_view> FindLine(const std::vector<absl::string_view>& lines,
                                          absl::string_view label) {
  for (absl::string_view line : lines) {
    line = absl::StripLeadingAsciiWhitespace(line);
    if (absl::ConsumePrefix(&line, label)) return line;
  }
  return std::nullopt;
}

std::optional<double> FindNumber(const std::vector<absl::string_view>& lines,
                                 absl::string_view label) {
  const std::optional<absl::string_view> rest = FindLine(lines, label);
  return rest.has_value() ? NumberAfter(*rest, "") : std::nullopt;
}

absl::Status NoResult(absl::string_view testcase, absl::string_view expected,
                      absl::string_view advice) {
  return absl::InvalidArgumentError(absl::StrCat(testcase, ": no ", expected, ": ", advice));
}

}  // namespace collect
