// Reading format/ and events/ of PMUs.
#include "probes/perf/term_format.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace collect {
namespace {

constexpr absl::string_view kWords[] = {"config", "config1", "config2", "config3"};
constexpr int kWordBits = 64;

uint64_t LowBits(int bits) { return bits >= kWordBits ? ~uint64_t{0} : (uint64_t{1} << bits) - 1; }

int WidthOf(const TermFormat::Range& range) { return range.last - range.first + 1; }

bool ParseBit(absl::string_view text, int& bit) {
  return !text.empty() && absl::ascii_isdigit(text[0]) && absl::SimpleAtoi(text, &bit) &&
         bit < kWordBits;
}

std::optional<TermFormat::Range> ParseRange(absl::string_view text) {
  const std::pair<absl::string_view, absl::string_view> ends =
      absl::StrSplit(text, absl::MaxSplits('-', 1));
  TermFormat::Range range;
  if (!ParseBit(ends.first, range.first)) return std::nullopt;
  range.last = range.first;
  const bool single = text.find('-') == absl::string_view::npos;
  if (!single && !ParseBit(ends.second, range.last)) return std::nullopt;
  return range.first <= range.last ? std::optional(range) : std::nullopt;
}

// A number or "?".
bool ParseValue(absl::string_view text, std::optional<uint64_t>& value) {
  value = std::nullopt;
  if (text == "?") return true;
  uint64_t number = 0;
  const bool hexadecimal = absl::ConsumePrefix(&text, "0x") || absl::ConsumePrefix(&text, "0X");
  if (text.find_first_not_of("0123456789abcdefABCDEF") != absl::string_view::npos) return false;
  const bool read =
      hexadecimal ? absl::SimpleHexAtoi(text, &number) : absl::SimpleAtoi(text, &number);
  value = number;
  return read;
}

}  // namespace

std::optional<size_t> ConfigWordOf(absl::string_view name) {
  const auto word = std::find(std::begin(kWords), std::end(kWords), name);
  if (word == std::end(kWords)) return std::nullopt;
  return static_cast<size_t>(word - std::begin(kWords));
}

int TermFormat::width() const {
  int bits = 0;
  for (const Range& range : ranges) bits += WidthOf(range);
  return bits;
}

absl::StatusOr<TermFormat> ParseTermFormat(absl::string_view text) {
  text = absl::StripAsciiWhitespace(text);
  const absl::Status malformed = absl::InvalidArgumentError(
      absl::StrCat("\"", text, "\" is not of the form config:FIRST-LAST"));
  const std::pair<absl::string_view, absl::string_view> parts =
      absl::StrSplit(text, absl::MaxSplits(':', 1));
  const std::optional<size_t> word = ConfigWordOf(parts.first);
  if (!word.has_value()) return malformed;
  TermFormat format;
  format.word = *word;
  for (absl::string_view bits : absl::StrSplit(parts.second, ',')) {
    const std::optional<TermFormat::Range> range = ParseRange(bits);
    if (!range.has_value()) return malformed;
    format.ranges.push_back(*range);
  }
  if (format.ranges.empty() || format.width() > kWordBits) return malformed;
  return format;
}

absl::Status PutTerm(const TermFormat& format, uint64_t value, ConfigWords& words) {
  if ((value & ~LowBits(format.width())) != 0) {
    return absl::InvalidArgumentError(
        absl::StrFormat("%#x is too large for its %d bits", value, format.width()));
  }
  uint64_t& word = words[format.word];
  for (const TermFormat::Range& range : format.ranges) {
    const uint64_t bits = LowBits(WidthOf(range));
    word = (word & ~(bits << range.first)) | (value & bits) << range.first;
    value = WidthOf(range) < kWordBits ? value >> WidthOf(range) : 0;
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<EventTerm>> ParseEventTerms(absl::string_view text) {
  std::vector<EventTerm> terms;
  for (absl::string_view part : absl::StrSplit(absl::StripAsciiWhitespace(text), ',')) {
    const size_t equals = part.find('=');
    EventTerm term = {std::string(part.substr(0, equals)), 1};
    bool well_formed = !term.name.empty();
    if (equals != absl::string_view::npos) {
      term.has_value = true;
      well_formed = well_formed && ParseValue(part.substr(equals + 1), term.value);
    }
    if (!well_formed) {
      return absl::InvalidArgumentError(
          absl::StrCat("\"", part, "\" is not of the form TERM or TERM=NUMBER"));
    }
    terms.push_back(std::move(term));
  }
  return terms;
}

}  // namespace collect
