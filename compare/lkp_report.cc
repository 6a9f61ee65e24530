// A comparison as the kernel test robot (intel/lkp-tests) prints it, byte for byte.
#include "compare/lkp_report.h"

#include <cmath>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "compare/compensated_sum.h"
#include "compare/lkp_values.h"
#include "compare/metric_name.h"
#include "compare/report_head.h"
#include "compare/row_order.h"

namespace collect {
namespace {

// What stands in for a base of 0, so that there is a change: +7e+102%.
constexpr double kNotZero = 1e-100;

// For each group, for each run: whether it counts.
using Runs = std::vector<std::vector<bool>>;

double LkpChange(absl::string_view name, double base, double other) {
  if (IsShare(name)) return other - base;
  return 100 * (other - base) / (base == 0 ? kNotZero : base);
}

std::string MeanText(double mean) {
  if (std::abs(mean) > 1e8) return absl::StrFormat("%10.4g", mean);
  if (std::abs(mean) >= 1000) return absl::StrFormat("%10d", static_cast<int64_t>(mean));
  return absl::StrFormat("%10.2f", mean);
}

// The standard deviation in per cent of the mean, cut to a whole number; only if it is above 2.
std::string StddevText(const LkpStats& stats) {
  const double percent = stats.mean == 0 ? stats.stddev : 100 * stats.stddev / stats.mean;
  if (stats.stddev < 0 || !(percent > 2)) return std::string(6, ' ');
  return absl::StrFormat(" ±%3d%%", static_cast<int64_t>(percent));
}

std::string ChangeText(absl::string_view name, double change) {
  const char* unit = IsShare(name) ? "  " : "% ";
  if (std::abs(change) >= 100000) return absl::StrFormat("%+10.2g%s", change, unit);
  return absl::StrFormat("%+10.1f%s", change, unit);
}

std::string PerfRowText(const v1::Row& row, const Runs& complete) {
  const std::string& name = row.metric().name();
  const LkpStats base = LkpStatsOf(row.values(0), complete[0]);
  std::string text = absl::StrCat(MeanText(base.mean), StddevText(base));
  for (int group = 1; group < row.values_size(); ++group) {
    const LkpStats other = LkpStatsOf(row.values(group), complete[group]);
    absl::StrAppend(&text, ChangeText(name, LkpChange(name, base.mean, other.mean)),
                    MeanText(other.mean), StddevText(other));
  }
  return absl::StrCat(text, "  ", name, "\n");
}

double SumOf(const v1::GroupValues& group) {
  CompensatedSum sum;
  for (const double value : group.values()) sum.Add(value);
  return sum.total();
}

std::string FailsText(double fails, uint32_t runs) {
  const std::string count = fails == 0 ? "" : absl::StrCat(static_cast<int64_t>(fails));
  return absl::StrFormat("%11s:%-4d", count, runs);
}

std::string FailureRowText(const v1::Row& row) {
  const v1::GroupValues& base = row.values(0);
  const double base_fails = SumOf(base);
  std::string text = FailsText(base_fails, base.runs());
  for (int group = 1; group < row.values_size(); ++group) {
    const double fails = SumOf(row.values(group));
    // The robot divides by the number of runs of the group before.
    const double change = 100 * (fails / row.values(group - 1).runs() - base_fails / base.runs());
    absl::StrAppend(&text, absl::StrFormat("%10.0f%% ", change),
                    FailsText(fails, row.values(group).runs()));
  }
  return absl::StrCat(text, "  ", row.metric().name(), "\n");
}

// The first group's cell, then one for each further group.
std::string Repeated(absl::string_view first, absl::string_view further, int groups) {
  std::string text(first);
  for (int group = 1; group < groups; ++group) absl::StrAppend(&text, further);
  return absl::StrCat(text, "\n");
}

std::string HeadText(const ReportHead& head) {
  std::string text = SharedAxesText(head);
  absl::StrAppend(&text, head.compared.empty() ? "group" : head.compared, ": \n");
  for (const std::string& value : head.values) absl::StrAppend(&text, "  ", value, "\n");
  absl::StrAppend(&text, "\n");
  for (size_t group = 0; group < head.values.size(); ++group) {
    const int width = group == 0 ? 16 : 27;
    absl::StrAppend(
        &text,
        absl::StrFormat("%*s ", width, head.values[group].substr(0, static_cast<size_t>(width))));
  }
  return absl::StrCat(text, "\n",
                      Repeated(std::string(16, '-') + " ", std::string(27, '-') + " ",
                               static_cast<int>(head.values.size())));
}

// The rows of one of the two tables, in the robot's order.
std::vector<ShownRow> Choose(const std::vector<ShownRow>& rows, bool failures,
                             const absl::flat_hash_map<absl::string_view, int>& weights) {
  std::vector<ShownRow> chosen;
  for (const ShownRow& shown : rows) {
    if (shown.failure == failures) chosen.push_back(shown);
  }
  SortByWeight(weights, chosen);
  return chosen;
}

std::vector<ShownRow> AllRows(const v1::Comparison& comparison, const Runs& complete) {
  std::vector<ShownRow> rows;
  for (const v1::Row& row : comparison.rows()) {
    if (IsDroppedByLkp(row)) continue;
    const std::string& name = row.metric().name();
    const double base = LkpStatsOf(row.values(0), complete[0]).mean;
    const double other = LkpStatsOf(row.values(1), complete[1]).mean;
    rows.push_back({&row, LkpChange(name, base, other), IsFailureStat(name)});
  }
  return rows;
}

}  // namespace

absl::StatusOr<std::string> LkpReport(const v1::Comparison& comparison, bool all) {
  if (!all) {
    return absl::InvalidArgumentError(
        "--format=lkp needs --all: which rows the robot leaves out follows from lists of its own "
        "(etc/ of intel/lkp-tests) that are not part of this program");
  }
  const Runs complete = CompleteRuns(comparison);
  const std::vector<ShownRow> rows = AllRows(comparison, complete);
  const auto weights = GroupWeights(rows, TestcasesOf(comparison));
  const int groups = comparison.groups_size();
  std::string text = HeadText(MakeReportHead(comparison));
  const std::vector<ShownRow> failures = Choose(rows, true, weights);
  if (!failures.empty()) {
    absl::StrAppend(&text, Repeated("       fail:runs", "  %reproduction    fail:runs", groups),
                    Repeated("           |    ", "         |             |    ", groups));
  }
  for (const ShownRow& shown : failures) absl::StrAppend(&text, FailureRowText(*shown.row));
  const std::vector<ShownRow> others = Choose(rows, false, weights);
  if (!others.empty()) {
    absl::StrAppend(&text, Repeated("         %stddev", "     %change         %stddev", groups),
                    Repeated("             \\  ", "        |                \\  ", groups));
  }
  for (const ShownRow& shown : others) absl::StrAppend(&text, PerfRowText(*shown.row, complete));
  return absl::StrCat(text, "\n");
}

}  // namespace collect
