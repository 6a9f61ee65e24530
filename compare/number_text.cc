// Numbers as the cells of a table show them.
#include "compare/number_text.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace collect {
namespace {

// Wider than this a percentage does not fit its column.
constexpr double kWidestPercent = 100000;
// A smaller change would print as -0.00.
constexpr double kLeastPrinted = 0.005;

std::string SignOfDoubt(v1::Change::Verdict verdict) {
  if (verdict == v1::Change::NO_CHANGE) return "~";
  return verdict == v1::Change::UNKNOWN || verdict == v1::Change::WEAK ? "?" : "";
}

bool IsContinuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

}  // namespace

std::string MeanText(double value) {
  if (value == 0) return "0.00";  // also of -0
  const double size = std::abs(value);
  if (size >= 99999999.5) return absl::StrFormat("%.4g", value);
  if (size >= 999.995) return absl::StrFormat("%.0f", value);
  if (size >= 0.0995) return absl::StrFormat("%.2f", value);
  return absl::StrFormat("%.3g", value);
}

std::string SpreadText(const v1::GroupValues& group) {
  if (!group.has_stddev()) return "-";
  if (group.stddev() == 0) return "";
  const double percent = 100 * group.stddev() / std::abs(group.mean());
  if (!std::isfinite(percent)) return "-";
  if (percent < 9.95) return absl::StrFormat("±%.1f%%", percent);
  return percent < 999.5 ? absl::StrFormat("±%3.0f%%", percent) : "±>999";
}

std::string ChangeText(const v1::Row& row, int other) {
  const v1::Change& change = row.changes(other - 1);
  const std::string doubt = SignOfDoubt(change.verdict());
  if (!change.has_change()) {
    if (!row.note().empty()) return "?";
    if (!row.values(0).has_mean() || !row.values(other).has_mean()) return "";
    return absl::StrFormat("%s0 -> %.3g", doubt, row.values(other).mean());
  }
  const char* unit = change.absolute() ? "" : "%";
  const double size = std::abs(change.change());
  // What rounds to nothing has no minus.
  const double value = size < kLeastPrinted ? 0 : change.change();
  if (size >= kWidestPercent) return absl::StrFormat("%s%+.2g%s", doubt, value, unit);
  const bool small = size < 0.095 && size != 0;
  return absl::StrFormat("%s%+.*f%s", doubt, small ? 2 : 1, value, unit);
}

std::string PadLeft(absl::string_view text, size_t width) {
  const size_t characters = text.size() - std::count_if(text.begin(), text.end(), IsContinuation);
  return absl::StrCat(std::string(width - std::min(width, characters), ' '), text);
}

}  // namespace collect
