// A comparison as a mail, in the layout of the kernel test robot's.
#include "compare/mail_report.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "compare/kpi_text.h"
#include "compare/lkp_report.h"
#include "compare/report_head.h"
#include "compare/sample_plot.h"

namespace collect {
namespace {

// One KPI in one group, and what its change means.
struct Finding {
  const v1::Row* row = nullptr;
  int other = 0;
  absl::string_view verdict;
};

// The worse KPIs are news before all others, and changes before what is none.
int Rank(const Finding& finding) {
  if (finding.verdict == "worse") return 0;
  return finding.row->changes(finding.other - 1).verdict() == v1::Change::CHANGED ? 1 : 2;
}

// Of a rate and the time that is its inverse the rate comes first, and of what changed alike, to a
// tenth of a per cent, the first by name.
bool IsNewsBefore(const Finding& a, const Finding& b) {
  const auto key = [](const Finding& finding) {
    const v1::MetricDescriptor& metric = finding.row->metric();
    const double change = finding.row->changes(finding.other - 1).change();
    return std::make_tuple(Rank(finding), metric.direction() != v1::HIGHER_IS_BETTER,
                           -std::round(10 * std::abs(change)), absl::string_view(metric.name()),
                           finding.other);
  };
  return key(a) < key(b);
}

std::vector<Finding> FindingsOf(const v1::Comparison& comparison) {
  std::vector<Finding> findings;
  for (const v1::Row& row : comparison.rows()) {
    if (!row.metric().kpi()) continue;
    for (int other = 1; other < row.values_size(); ++other) {
      const bool rises = row.values(other).mean() > row.values(0).mean();
      findings.push_back({&row, other, VerdictWord(row.metric(), row.changes(other - 1), rises)});
    }
  }
  std::sort(findings.begin(), findings.end(), IsNewsBefore);
  return findings;
}

std::string NewsText(const Finding& finding) {
  const v1::Change& change = finding.row->changes(finding.other - 1);
  const absl::string_view verdict = finding.verdict == "worse"    ? "regression"
                                    : finding.verdict == "better" ? "improvement"
                                                                  : finding.verdict;
  const std::string amount = change.has_change() ? absl::StrFormat(" %+.1f%s", change.change(),
                                                                   change.absolute() ? "" : "%")
                                                 : "";
  return absl::StrCat(finding.row->metric().name(), amount, " ", verdict);
}

// One line of ASCII whatever the names hold, as a newline would begin another header.
std::string SubjectText(const v1::Comparison& comparison, const std::vector<Finding>& findings) {
  const int other = findings.empty() ? 1 : findings[0].other;
  const v1::Group& group = comparison.groups(other);
  const auto commit = group.axes().find("commit");
  const std::string subject = absl::StrCat(
      "[", group.name(), "] ", commit == group.axes().end() ? "" : commit->second + ": ",
      findings.empty() ? "no KPI" : NewsText(findings[0]));
  return absl::StrCat("Subject: ", absl::CEscape(subject),
                      "\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n"
                      "Content-Transfer-Encoding: 8bit\n\n");
}

std::string TestText(const v1::Comparison& comparison) {
  const ReportHead head = MakeReportHead(comparison);
  std::map<std::string, std::string> axes(head.shared.begin(), head.shared.end());
  std::string text;
  for (const absl::string_view name : {"testcase", "machine", "tbox_group"}) {
    const auto axis = axes.find(std::string(name));
    if (axis == axes.end()) continue;
    absl::StrAppend(&text, name, ": ", axis->second, "\n");
    axes.erase(axis);
  }
  if (axes.empty()) return absl::StrCat(text, "\n");
  absl::StrAppend(&text, "with following parameters:\n\n");
  for (const auto& [name, value] : axes) absl::StrAppend(&text, "\t", name, ": ", value, "\n");
  return absl::StrCat(text, "\n");
}

std::string WarningsText(const v1::Comparison& comparison) {
  if (comparison.warnings().empty()) return "";
  return absl::StrCat("warning: ", absl::StrJoin(comparison.warnings(), "\nwarning: "), "\n\n");
}

bool IsShown(const v1::Row& row) {
  return row.metric().kpi() ||
         std::any_of(row.changes().begin(), row.changes().end(), [](const v1::Change& change) {
           return change.verdict() == v1::Change::CHANGED;
         });
}

absl::StatusOr<std::string> TableText(const v1::Comparison& comparison, bool all) {
  v1::Comparison shown = comparison;
  shown.clear_rows();
  for (const v1::Row& row : comparison.rows()) {
    if (!all && !IsShown(row)) continue;
    v1::Row& copy = *shown.add_rows();
    copy = row;
    copy.mutable_metric()->set_name(absl::Utf8SafeCEscape(row.metric().name()));
  }
  return LkpReport(shown, true);
}

// A word as a shell takes it in; what needs no quotes gets none.
std::string ShellWord(const std::string& word) {
  constexpr absl::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%";
  if (!word.empty() && word.find_first_not_of(kPlain.data(), 0, kPlain.size()) == word.npos) {
    return word;
  }
  return absl::StrCat("'", absl::StrReplaceAll(word, {{"'", "'\\''"}}), "'");
}

std::string CommandText(const v1::Run& run) {
  return absl::StrJoin(run.command(), " ", [](std::string* text, const std::string& word) {
    absl::StrAppend(text, ShellWord(word));
  });
}

absl::flat_hash_set<std::string> RunsThatCount(const v1::Comparison& comparison) {
  absl::flat_hash_set<std::string> ids;
  for (const v1::Group& group : comparison.groups()) {
    ids.insert(group.run_ids().begin(), group.run_ids().end());
  }
  return ids;
}

// The commands of the runs that count, those that are alike in one line.
std::string ReproduceText(const v1::Comparison& comparison, absl::Span<const NamedRuns> groups) {
  const absl::flat_hash_set<std::string> counted = RunsThatCount(comparison);
  std::string text = "To reproduce:\n\n";
  for (const NamedRuns& group : groups) {
    std::map<std::string, int> commands;
    for (const RunData& run : group.runs) {
      if (counted.contains(run.run.id())) ++commands[CommandText(run.run)];
    }
    for (const auto& [command, count] : commands) {
      if (command.empty()) {
        absl::StrAppend(&text, "\t# ", group.name, ": imported, the command is not known\n");
      } else {
        absl::StrAppend(&text, "\tcollect run --label ", ShellWord(group.name), " --runs ", count,
                        " -- ", command, "\n");
      }
    }
  }
  return text;
}

std::string PlotsText(const v1::Comparison& comparison, const std::vector<Finding>& findings) {
  std::string text;
  const v1::Row* last = nullptr;
  std::vector<const v1::Row*> rows;
  for (const Finding& finding : findings) rows.push_back(finding.row);
  std::sort(rows.begin(), rows.end(), [](const v1::Row* a, const v1::Row* b) {
    return a->metric().name() < b->metric().name();
  });
  for (const v1::Row* row : rows) {
    if (row != last) absl::StrAppend(&text, SamplePlot(comparison, *row), "\n");
    last = row;
  }
  return text;
}

}  // namespace

absl::StatusOr<std::string> MailReport(const v1::Comparison& comparison,
                                       absl::Span<const NamedRuns> runs, bool all) {
  const absl::StatusOr<std::string> table = TableText(comparison, all);
  if (!table.ok()) return table.status();
  const std::vector<Finding> findings = FindingsOf(comparison);
  return absl::StrCat(SubjectText(comparison, findings), TestText(comparison),
                      WarningsText(comparison), *table, "\n\n", PlotsText(comparison, findings),
                      ReproduceText(comparison, runs));
}

}  // namespace collect
