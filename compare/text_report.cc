// A comparison as a person reads it at a terminal.
#include "compare/text_report.h"

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "compare/kpi_text.h"
#include "compare/metric_name.h"
#include "compare/number_text.h"
#include "compare/report_head.h"
#include "compare/row_folds.h"
#include "compare/row_order.h"
#include "compare/run_length.h"

namespace collect {
namespace {

constexpr size_t kMeanWidth = 10;
constexpr size_t kSpreadWidth = 6;
constexpr size_t kChangeWidth = 11;
constexpr size_t kFirstWidth = kMeanWidth + kSpreadWidth;
constexpr size_t kFurtherWidth = kChangeWidth + 1 + kFirstWidth;
// More metrics than that which only some groups have are counted, unless all are asked for.
constexpr size_t kOneSidedShown = 20;
constexpr size_t kWeakShown = 20;
// Shares and counts that stay below this on both sides are hardly ever there (S-100).
constexpr double kHardlyThere = 0.05;
// The metrics of collect itself.
constexpr absl::string_view kOwnCost = "collect";
constexpr size_t kLineWidth = 100;
// A smaller change, in per cent or points, prints as 0.00.
constexpr double kLeastPrinted = 0.005;
// Per cent; what is above is the few ns between two clocks.
constexpr int kWholeCoverage = 99;

bool HasVerdict(const v1::Row& row, std::initializer_list<v1::Change::Verdict> wanted) {
  return std::any_of(row.changes().begin(), row.changes().end(), [&](const v1::Change& change) {
    return std::find(wanted.begin(), wanted.end(), change.verdict()) != wanted.end();
  });
}

bool IsHardlyThere(const v1::Row& row) {
  const std::string& unit = row.metric().unit();
  if (unit != "%" && unit != "count" && unit != "1/s" && !unit.empty()) return false;
  return std::all_of(row.values().begin(), row.values().end(), [](const v1::GroupValues& group) {
    return std::abs(group.mean()) <= kHardlyThere;
  });
}

bool ChangesPrintAsZero(const v1::Row& row) {
  return std::all_of(row.changes().begin(), row.changes().end(), [](const v1::Change& change) {
    return change.has_change() && std::abs(change.change()) < kLeastPrinted;
  });
}

bool IsOneSided(const v1::Row& row) {
  return HasVerdict(row, {v1::Change::APPEARED, v1::Change::VANISHED});
}

bool IsInTable(const v1::Row& row, bool all) {
  if (row.metric().kpi()) return true;
  if (all) return true;
  return HasVerdict(row, {v1::Change::CHANGED}) && !IsHardlyThere(row) && !ChangesPrintAsZero(row);
}

// By name first, so that the order of the input never shows. What collect itself costs comes last.
std::vector<ShownRow> InOrder(const v1::Comparison& comparison, std::vector<ShownRow> rows) {
  std::sort(rows.begin(), rows.end(), [](const ShownRow& a, const ShownRow& b) {
    return a.row->metric().name() < b.row->metric().name();
  });
  SortByWeight(GroupWeights(rows, TestcasesOf(comparison)), rows);
  std::stable_partition(rows.begin(), rows.end(), [](const ShownRow& shown) {
    return FirstPart(shown.row->metric().name()) != kOwnCost;
  });
  std::stable_partition(rows.begin(), rows.end(),
                        [](const ShownRow& shown) { return shown.row->metric().kpi(); });
  return rows;
}

std::string MeanCell(const v1::GroupValues& group) {
  if (!group.has_mean()) {
    return PadLeft(absl::StrCat("missing (0 of ", group.runs(), ")"), kFirstWidth);
  }
  return absl::StrCat(PadLeft(MeanText(group.mean()), kMeanWidth),
                      PadLeft(SpreadText(group), kSpreadWidth));
}

// "  [counted 25% of the time]" when a counter had to share its place: what it would have counted
// in the rest is an estimate (S-029).
std::string CoverageText(const v1::Row& row) {
  double least = 1;
  for (const v1::GroupValues& group : row.values()) {
    if (group.has_coverage()) least = std::min(least, group.coverage());
  }
  const auto percent = static_cast<int>(100 * least);
  return percent >= kWholeCoverage ? "" : absl::StrCat("  [counted ", percent, "% of the time]");
}

// "  [2 of 3, 3 of 3]" when some runs lack the metric, and why it is not judged.
std::string Remarks(const v1::Row& row) {
  std::vector<std::string> counts;
  bool partly = false;
  for (const v1::GroupValues& group : row.values()) {
    counts.push_back(absl::StrCat(group.values_size(), " of ", group.runs()));
    partly |= group.has_mean() && group.values_size() < static_cast<int>(group.runs());
  }
  std::string text = partly ? absl::StrCat("  [", absl::StrJoin(counts, ", "), "]") : "";
  absl::StrAppend(&text, CoverageText(row));
  if (!row.note().empty()) absl::StrAppend(&text, "  [", row.note(), "]");
  return text;
}

std::string RowText(const v1::Row& row, absl::string_view fold = "") {
  std::string text = MeanCell(row.values(0));
  for (int other = 1; other < row.values_size(); ++other) {
    absl::StrAppend(&text, PadLeft(ChangeText(row, other), kChangeWidth), " ",
                    MeanCell(row.values(other)));
  }
  return absl::StrCat(text, "  ", Printable(row.metric().name()), Remarks(row), fold, "\n");
}

// The last part of a path, as a title has little room.
absl::string_view ShortName(absl::string_view name) {
  while (name.size() > 1 && name.back() == '/') name.remove_suffix(1);
  return name.substr(name.rfind('/') + 1);
}

std::string TitleText(const v1::Comparison& comparison) {
  std::string titles;
  std::string rules;
  std::string columns;
  for (int group = 0; group < comparison.groups_size(); ++group) {
    const size_t width = group == 0 ? kFirstWidth : kFurtherWidth - 1;
    const absl::string_view separator = group == 0 ? "" : " ";
    const absl::string_view name = ShortName(comparison.groups(group).name());
    absl::StrAppend(&titles, separator, PadLeft(name.substr(0, width), width));
    absl::StrAppend(&rules, separator, std::string(width, '-'));
    absl::StrAppend(&columns, PadLeft(group == 0 ? "" : "%change", group == 0 ? 0 : kChangeWidth),
                    PadLeft("mean ±stddev", group == 0 ? kFirstWidth : kFirstWidth + 1));
  }
  return absl::StrCat(titles, "\n", rules, "\n", columns, "  metric\n");
}

std::string ComparedText(const v1::Comparison& comparison, const ReportHead& head) {
  if (head.compared.empty()) return "";
  std::string text = absl::StrCat(head.compared, ":\n");
  for (int group = 0; group < comparison.groups_size(); ++group) {
    absl::StrAppend(&text, "  ", comparison.groups(group).name(), ": ", head.values[group], "\n");
  }
  return absl::StrCat(text, "\n");
}

std::string WarningsText(const v1::Comparison& comparison) {
  std::string text;
  for (const std::string& warning : comparison.warnings()) {
    absl::StrAppend(&text, "warning: ", warning, "\n");
  }
  return text.empty() ? "" : absl::StrCat(text, "\n");
}

std::string OneSidedText(const std::vector<ShownRow>& rows, bool all) {
  if (rows.empty() || all) return "";
  std::string text =
      absl::StrCat("\n", rows.size(), rows.size() == 1 ? " metric is" : " metrics are",
                   " missing in all runs of a group:\n");
  const size_t shown = std::min(rows.size(), kOneSidedShown);
  for (size_t i = 0; i < shown; ++i) absl::StrAppend(&text, RowText(*rows[i].row));
  if (shown < rows.size()) {
    absl::StrAppend(&text, "  and ", rows.size() - shown, " more (--all shows them)\n");
  }
  return text;
}

// Rows that are probably changes, the surest first. What collect itself costs is no clue to
// anything.
std::string WeakText(const v1::Comparison& comparison, bool all) {
  std::vector<const v1::Row*> rows;
  for (const v1::Row& row : comparison.rows()) {
    const bool weak = HasVerdict(row, {v1::Change::WEAK}) && !IsInTable(row, all);
    const bool own_cost = FirstPart(row.metric().name()) == kOwnCost;
    if (weak && !own_cost && !IsHardlyThere(row)) rows.push_back(&row);
  }
  if (rows.empty()) return "";
  const auto key = [](const v1::Row* row) {
    double least = 1;
    for (const v1::Change& change : row->changes()) least = std::min(least, change.p());
    return std::make_pair(least, absl::string_view(row->metric().name()));
  };
  std::sort(rows.begin(), rows.end(),
            [&](const v1::Row* a, const v1::Row* b) { return key(a) < key(b); });
  std::string text = absl::StrCat("\n", rows.size(), " weak, perhaps changed and not counted:\n");
  const size_t shown = std::min(rows.size(), kWeakShown);
  for (size_t i = 0; i < shown; ++i) absl::StrAppend(&text, RowText(*rows[i]));
  if (shown < rows.size()) {
    absl::StrAppend(&text, "  and ", rows.size() - shown, " more (--all shows them)\n");
  }
  return text;
}

std::string TableText(const v1::Comparison& comparison, std::vector<ShownRow> rows, bool all) {
  rows = InOrder(comparison, std::move(rows));
  std::string text;
  if (all) {
    for (const ShownRow& shown : rows) absl::StrAppend(&text, RowText(*shown.row));
    return text;
  }
  for (const RowFold& fold : FoldFamilies(rows, TestcasesOf(comparison))) {
    absl::StrAppend(&text, RowText(*fold.shown, FoldText(fold)));
  }
  return text;
}

// Words separated by blanks, in lines that begin with two.
std::string Wrapped(const std::vector<std::string>& words) {
  std::string text;
  size_t width = kLineWidth;
  for (const std::string& word : words) {
    const bool fits = width + 1 + word.size() <= kLineWidth;
    absl::StrAppend(&text, fits ? " " : (text.empty() ? "  " : "\n  "), word);
    width = (fits ? width + 1 : 2) + word.size();
  }
  return text;
}

// Which amounts went with the length of the runs, by name only: they tell little by themselves.
std::string RunLengthText(const v1::Comparison& comparison, std::vector<ShownRow> rows,
                          const RunLength& length) {
  if (rows.empty()) return "";
  std::vector<std::string> names;
  size_t count = 0;
  rows = InOrder(comparison, std::move(rows));
  for (const RowFold& fold : FoldFamilies(rows, TestcasesOf(comparison))) {
    const std::string& name = fold.others.empty() ? fold.shown->metric().name() : fold.family;
    const bool is_own_cost = FirstPart(name) == kOwnCost;
    names.push_back(is_own_cost ? absl::StrCat(kOwnCost, ".*") : Printable(name));
    count += 1 + fold.others.size();
  }
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return absl::StrCat(
      "\n", count, count == 1 ? " amount" : " amounts", " changed as the length of the runs did (",
      length.elapsed()->metric().name(), " ", ChangeText(*length.elapsed(), 1),
      "): per second\nno difference was seen (--all shows the amounts):\n", Wrapped(names), "\n");
}

std::string LegendText(const v1::Comparison& comparison) {
  return absl::StrCat(
      "\nmean over runs; ±: sample standard deviation in per cent of it, - where it cannot be "
      "said; "
      "%change of the mean,\nwithout % the difference; ~ no difference seen, ? weak or too few "
      "runs to judge (method ",
      comparison.method(), ")\n");
}

}  // namespace

std::string TextReport(const v1::Comparison& comparison, bool all) {
  const RunLength length(comparison);
  std::vector<ShownRow> table;
  std::vector<ShownRow> explained;
  std::vector<ShownRow> one_sided;
  for (const v1::Row& row : comparison.rows()) {
    const ShownRow shown = {&row, row.changes_size() > 0 ? row.changes(0).change() : 0, false};
    if (IsInTable(row, all)) {
      (!all && length.Explains(row) ? explained : table).push_back(shown);
    } else if (IsOneSided(row)) {
      one_sided.push_back(shown);
    }
  }
  const ReportHead head = MakeReportHead(comparison);
  return absl::StrCat(
      WarningsText(comparison), SharedAxesText(head), ComparedText(comparison, head),
      KpiText(comparison), TitleText(comparison), TableText(comparison, std::move(table), all),
      RunLengthText(comparison, std::move(explained), length), WeakText(comparison, all),
      OneSidedText(InOrder(comparison, std::move(one_sided)), all), LegendText(comparison));
}

}  // namespace collect
