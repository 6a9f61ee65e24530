// The few scanning steps that all parsers of kernel text share. They never look past the view.
#pragma once

#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"

namespace collect {

/// Takes the first line off `text`, without its newline.
inline absl::string_view TakeLine(absl::string_view& text) {
  const size_t end = text.find('\n');
  const absl::string_view line = text.substr(0, end);
  text.remove_prefix(end == absl::string_view::npos ? text.size() : end + 1);
  return line;
}

inline void SkipBlanks(absl::string_view& text) {
  size_t skip = 0;
  while (skip < text.size() && (text[skip] == ' ' || text[skip] == '\t')) ++skip;
  text.remove_prefix(skip);
}

/// Takes an unsigned decimal number off the front; false, and nothing taken, if there is none.
/// Numbers above 2^64 - 1 are kept modulo 2^64, as the kernel itself counts.
inline bool TakeNumber(absl::string_view& text, uint64_t& number) {
  size_t digits = 0;
  uint64_t value = 0;
  while (digits < text.size() && text[digits] >= '0' && text[digits] <= '9') {
    value = 10 * value + static_cast<uint64_t>(text[digits] - '0');
    ++digits;
  }
  if (digits == 0) return false;
  text.remove_prefix(digits);
  number = value;
  return true;
}

/// Takes a decimal number that may begin with a minus sign, as TakeNumber does.
inline bool TakeSigned(absl::string_view& text, int64_t& number) {
  absl::string_view rest = text;
  const bool negative = !rest.empty() && rest.front() == '-';
  if (negative) rest.remove_prefix(1);
  uint64_t magnitude = 0;
  if (!TakeNumber(rest, magnitude)) return false;
  text = rest;
  number = static_cast<int64_t>(negative ? uint64_t{0} - magnitude : magnitude);
  return true;
}

/// Takes a number such as "-12.500000" off the front; false, and nothing taken, if there is none.
inline bool TakeDecimal(absl::string_view& text, double& number) {
  const bool negative = !text.empty() && text.front() == '-';
  absl::string_view rest = text.substr(negative ? 1 : 0);
  uint64_t whole = 0;
  if (!TakeNumber(rest, whole)) return false;
  double value = static_cast<double>(whole);
  double scale = 1;
  if (!rest.empty() && rest.front() == '.') rest.remove_prefix(1);
  while (!rest.empty() && rest.front() >= '0' && rest.front() <= '9') {
    value = 10 * value + (rest.front() - '0');
    scale *= 10;
    rest.remove_prefix(1);
  }
  value /= scale;
  text = rest;
  number = negative ? -value : value;
  return true;
}

/// Takes the characters up to the next blank off the front.
inline absl::string_view TakeWord(absl::string_view& text) {
  const size_t end = text.find_first_of(" \t");
  const absl::string_view word = text.substr(0, end);
  text.remove_prefix(word.size());
  return word;
}

}  // namespace collect
