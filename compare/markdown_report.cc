// A comparison as a comment on a pull request.
#include "compare/markdown_report.h"

#include <algorithm>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "compare/kpi_text.h"
#include "compare/number_text.h"
#include "compare/text_report.h"

namespace collect {
namespace {

// A row of backticks that is longer than `least` and than any within `text`.
std::string Fence(absl::string_view text, size_t least) {
  size_t longest = least;
  size_t length = 0;
  for (const char c : text) {
    length = c == '`' ? length + 1 : 0;
    longest = std::max(longest, length);
  }
  return std::string(longest + 1, '`');
}

// In a cell of a table a bar ends the cell even within code, unless it is escaped (GitHub Flavored
// Markdown Spec, 4.10 Tables).
std::string Code(absl::string_view name) {
  const std::string text = absl::Utf8SafeCEscape(name);
  const std::string fence = Fence(text, 0);
  const absl::string_view gap = fence.size() > 1 ? " " : "";
  return absl::StrCat(fence, gap, absl::StrReplaceAll(text, {{"|", "\\|"}}), gap, fence);
}

std::string MeanCell(const v1::GroupValues& group) {
  if (!group.has_mean()) return "missing";
  const std::string spread = SpreadText(group);
  return absl::StrCat(MeanText(group.mean()), spread.empty() ? "" : " ", spread);
}

std::string IntervalCell(const v1::Change& change) {
  if (!change.has_low() || !change.has_high()) return "";
  return absl::StrFormat("%+.1f .. %+.1f%s", change.low(), change.high(),
                         change.absolute() ? "" : " %");
}

std::string KpiRow(const v1::Comparison& comparison, const v1::Row& row, int other) {
  const v1::Change& change = row.changes(other - 1);
  const bool rises = row.values(other).mean() > row.values(0).mean();
  return absl::StrFormat("| %s | %s | %s | %s | %s | %s | %s |\n", Code(row.metric().name()),
                         Code(comparison.groups(other).name()), MeanCell(row.values(0)),
                         MeanCell(row.values(other)), ChangeText(row, other), IntervalCell(change),
                         VerdictWord(row.metric(), change, rises));
}

std::string KpiTable(const v1::Comparison& comparison) {
  std::vector<std::string> rows;
  for (const v1::Row& row : comparison.rows()) {
    if (!row.metric().kpi()) continue;
    for (int other = 1; other < row.values_size(); ++other) {
      rows.push_back(KpiRow(comparison, row, other));
    }
  }
  if (rows.empty()) return "No KPI: nothing says whether this is better or worse.\n";
  std::sort(rows.begin(), rows.end());
  std::string text = absl::StrCat("| KPI | group | ", Code(comparison.groups(0).name()),
                                  " | group's mean | change | 95 % interval | verdict |\n"
                                  "|---|---|--:|--:|--:|--:|---|\n");
  for (const std::string& row : rows) text += row;
  return text;
}

std::string WarningList(const v1::Comparison& comparison) {
  std::string text;
  for (const std::string& warning : comparison.warnings()) {
    absl::StrAppend(&text, "- ", Code(warning), "\n");
  }
  return text.empty() ? "" : absl::StrCat("\nBefore believing it:\n\n", text);
}

}  // namespace

std::string MarkdownReport(const v1::Comparison& comparison, bool all) {
  const std::string report = TextReport(comparison, all);
  const std::string fence = Fence(report, 2);
  return absl::StrCat(KpiTable(comparison), WarningList(comparison),
                      "\n<details><summary>The whole report</summary>\n\n", fence, "text\n", report,
                      fence, "\n\n</details>\n");
}

}  // namespace collect
