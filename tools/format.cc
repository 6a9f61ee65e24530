// Small pieces of text.
#include "tools/format.h"

#include <fnmatch.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "absl/time/time.h"

namespace collect {
namespace {

std::string Words(absl::string_view enum_name) {
  return absl::StrReplaceAll(absl::AsciiStrToLower(enum_name), {{"_", " "}});
}

// As one would type it in bash, on one line.
std::string Quoted(absl::string_view word) {
  constexpr absl::string_view kPlain = "-_./:=,@%+";
  bool plain = !word.empty();
  for (const char c : word) {
    plain = plain && (absl::ascii_isalnum(static_cast<unsigned char>(c)) ||
                      kPlain.find(c) != absl::string_view::npos);
  }
  if (plain) return std::string(word);
  if (std::any_of(word.begin(), word.end(),
                  [](unsigned char c) { return absl::ascii_iscntrl(c); })) {
    return absl::StrCat("$'", absl::Utf8SafeCEscape(word), "'");
  }
  return absl::StrCat("'", absl::StrReplaceAll(word, {{"'", "'\\''"}}), "'");
}

}  // namespace

std::string FormatNumber(double value) {
  constexpr double kExactWholes = 9007199254740992;  // 2^53
  if (std::trunc(value) == value && std::abs(value) <= kExactWholes) {
    return absl::StrCat(static_cast<int64_t>(value));
  }
  char text[32];
  const std::to_chars_result end = std::to_chars(text, text + sizeof text, value);
  return std::string(text, end.ptr);
}

std::string FormatWallTime(int64_t unix_ns) {
  return absl::FormatTime("%Y-%m-%dT%H:%M:%SZ", absl::FromUnixNanos(unix_ns), absl::UTCTimeZone());
}

std::string FormatCommand(const v1::Run& run) {
  std::string text;
  for (const std::string& word : run.command()) {
    absl::StrAppend(&text, text.empty() ? "" : " ", Quoted(word));
  }
  return text;
}

std::string FormatOutcome(const v1::Run& run) {
  if (run.imported()) return "imported";
  if (!run.has_outcome()) return run.command().empty() ? "no command" : "no end seen";
  const v1::Outcome& outcome = run.outcome();
  std::string text = outcome.signal() != 0 ? absl::StrCat("killed by signal ", outcome.signal())
                                           : absl::StrCat("exit status ", outcome.exit_status());
  if (outcome.core_dumped()) text += ", core dumped";
  if (outcome.timed_out()) text += ", timed out";
  if (outcome.interrupted()) text += ", interrupted";
  if (outcome.oom_kill()) text += ", out of memory";
  return text;
}

std::string FormatKind(v1::Kind kind) { return Words(v1::Kind_Name(kind)); }

std::string SeriesUnit(const v1::MetricDescriptor& metric) {
  return absl::StrCat(metric.unit(), metric.kind() == v1::COUNTER ? "/s" : "");
}

std::string FormatState(v1::ProbeHealth::State state) {
  return Words(v1::ProbeHealth::State_Name(state));
}

bool MatchesGlob(absl::string_view name, const std::string& pattern) {
  return pattern.empty() || fnmatch(pattern.c_str(), std::string(name).c_str(), 0) == 0;
}

}  // namespace collect
