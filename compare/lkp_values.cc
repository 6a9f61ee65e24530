// The robot's view of a comparison's values.
#include "compare/lkp_values.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "compare/compensated_sum.h"
#include "compare/metric_name.h"

namespace collect {
namespace {

constexpr absl::string_view kIncomplete = "last_state.is_incomplete_run";

// ".fail" and what follows without a "_": "a.fail", "a.b.fail:x", but not "a.fail_count".
bool HasOutcomeWord(absl::string_view name) {
  for (const absl::string_view word : {".error", ".warn", ".fail"}) {
    for (size_t at = name.find(word, 1); at != absl::string_view::npos;
         at = name.find(word, at + 1)) {
      if (!absl::StrContains(name.substr(at + word.size()), '_')) return true;
    }
  }
  return absl::EndsWith(name, ".pass") && name.size() > 5;
}

double MeanOf(const std::vector<double>& values) {
  CompensatedSum sum;
  for (const double value : values) sum.Add(value);
  return sum.total() / static_cast<double>(values.size());
}

}  // namespace

bool IsFailureStat(absl::string_view name) {
  for (const absl::string_view other : {".time.", ".timestamp:", ".bootstage:"}) {
    if (absl::StrContains(name, other)) return false;
  }
  const absl::string_view first = FirstPart(name);
  for (const absl::string_view log : {"dmesg", "kmsg", "last_state", "stderr", "kmemleak"}) {
    if (first == log) return true;
  }
  return absl::EndsWith(name, "killed_by") || HasOutcomeWord(name);
}

std::vector<std::vector<bool>> CompleteRuns(const v1::Comparison& comparison) {
  std::vector<std::vector<bool>> complete;
  for (const v1::Group& group : comparison.groups())
    complete.emplace_back(group.run_ids_size(), true);
  for (const v1::Row& row : comparison.rows()) {
    if (row.metric().name() != kIncomplete) continue;
    for (size_t group = 0; group < complete.size(); ++group) {
      const std::vector<bool> all(complete[group].size(), true);
      const std::vector<double> values = PaddedValues(row.values(static_cast<int>(group)), all);
      for (size_t run = 0; run < values.size(); ++run) complete[group][run] = values[run] != 1;
    }
  }
  return complete;
}

std::vector<double> PaddedValues(const v1::GroupValues& group, const std::vector<bool>& chosen) {
  std::vector<double> all(chosen.size(), 0);
  for (int i = 0; i < group.values_size(); ++i) {
    const size_t position = group.positions().empty() ? i : group.positions(i);
    if (position < all.size()) all[position] = group.values(i);
  }
  std::vector<double> values;
  for (size_t run = 0; run < all.size(); ++run) {
    if (chosen[run]) values.push_back(all[run]);
  }
  return values;
}

LkpStats LkpStatsOf(const v1::GroupValues& group, const std::vector<bool>& chosen) {
  const std::vector<double> values = PaddedValues(group, chosen);
  LkpStats stats;
  if (group.values().empty() || values.empty()) return stats;
  stats.mean = MeanOf(values);
  if (values.size() < 2) return stats;
  CompensatedSum squares;
  for (const double value : values) squares.Add((value - stats.mean) * (value - stats.mean));
  stats.stddev = std::sqrt(squares.total() / static_cast<double>(values.size()));
  return stats;
}

bool IsDroppedByLkp(const v1::Row& row) {
  const absl::string_view name = row.metric().name();
  if (absl::StartsWith(name, "sched_debug")) {
    const absl::string_view last = name.substr(name.rfind('.') + 1);
    if (!last.empty() && std::all_of(last.begin(), last.end(), absl::ascii_isdigit)) return true;
  }
  if (row.metric().real()) return false;
  for (const v1::GroupValues& group : row.values()) {
    for (const double value : group.values()) {
      if (value != 0) return false;
    }
  }
  return true;
}

}  // namespace collect
