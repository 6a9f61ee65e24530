// From the records of grouped runs to the rows of a comparison.
#include "compare/rows.h"

#include <fnmatch.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "compare/compensated_sum.h"
#include "compare/metric_name.h"
#include "compare/units.h"

namespace collect {
namespace {

// Squares of larger numbers are no longer finite; no metric is that large.
constexpr double kLargest = 1e150;

// Names shown in one warning; the rest is counted.
constexpr size_t kNamesShown = 3;

std::string SomeOf(const std::vector<std::string>& names) {
  const size_t shown = std::min(names.size(), kNamesShown);
  std::string text = absl::StrJoin(absl::MakeConstSpan(names).first(shown), ", ");
  if (names.size() > shown) absl::StrAppend(&text, " and ", names.size() - shown, " more");
  return text;
}

// Equal values have their own value as mean, to the last digit, and no spread.
double MeanOf(const google::protobuf::RepeatedField<double>& values) {
  const double first = values[0];
  CompensatedSum distance;
  for (const double value : values) distance.Add(value - first);
  return first + distance.total() / values.size();
}

// Gathers the values of all runs, metric by metric.
class RowBuilder {
 public:
  RowBuilder(absl::Span<const RunGroup> groups, absl::Span<const std::string> globs,
             v1::Comparison& comparison)
      : groups_(groups), globs_(globs), comparison_(comparison) {}

  void AddRun(size_t group, size_t position, const RunData& run) {
    for (const v1::MetricRecord& record : run.records) {
      if (!record.has_value()) continue;
      const int index = FindOrAddRow(record.metric());
      if (index < 0) continue;
      if (!(std::abs(record.value()) < kLargest)) {
        Remember(record.metric().name(), too_large_);
        continue;
      }
      v1::Row& row = *comparison_.mutable_rows(index);
      const std::optional<double> factor = FactorTo(row, record.metric());
      v1::GroupValues& values = *row.mutable_values(static_cast<int>(group));
      const int size = values.positions_size();
      // Of a metric that two probes of one run report the first counts.
      if (size > 0 && values.positions(size - 1) == position) continue;
      values.add_values(record.value() * factor.value_or(1));
      values.add_positions(static_cast<uint32_t>(position));
      if (record.has_coverage()) {
        const double known = values.has_coverage() ? values.coverage() : 1;
        values.set_coverage(std::min(known, record.coverage()));
      }
    }
  }

  void Finish() {
    for (v1::Row& row : *comparison_.mutable_rows()) {
      for (v1::GroupValues& values : *row.mutable_values()) Summarize(values);
    }
    if (!other_formulas_.empty()) {
      comparison_.add_warnings(absl::StrCat("computed by different versions of their formula: ",
                                            SomeOf(other_formulas_)));
    }
    if (!other_units_.empty()) {
      comparison_.add_warnings(
          absl::StrCat("not compared, as the units do not convert: ", SomeOf(other_units_)));
    }
    if (!too_large_.empty()) {
      comparison_.add_warnings(absl::StrCat(
          "values that are beyond 1e150 or no number are left out: ", SomeOf(too_large_)));
    }
  }

 private:
  int FindOrAddRow(const v1::MetricDescriptor& metric) {
    const auto [known, added] = index_.try_emplace(metric.name(), comparison_.rows_size());
    if (!added) return known->second;
    if (!IsWanted(metric.name())) return known->second = -1;
    v1::Row& row = *comparison_.add_rows();
    *row.mutable_metric() = metric;
    for (const RunGroup& group : groups_) {
      row.add_values()->set_runs(static_cast<uint32_t>(group.runs.size()));
    }
    if (IsTimeStamp(metric.name())) row.set_note("a point in time, not an amount");
    return known->second;
  }

  std::optional<double> FactorTo(v1::Row& row, const v1::MetricDescriptor& metric) {
    if (metric.formula().version() != row.metric().formula().version()) {
      Remember(metric.name(), other_formulas_);
    }
    const std::optional<double> factor = UnitFactor(metric.unit(), row.metric().unit());
    if (!factor.has_value()) {
      const auto shown = [](const std::string& unit) { return unit.empty() ? "unknown" : unit; };
      row.set_note(absl::StrCat("units do not convert: ", shown(row.metric().unit()), " and ",
                                shown(metric.unit())));
      Remember(metric.name(), other_units_);
    }
    return factor;
  }

  bool IsWanted(const std::string& name) const {
    return globs_.empty() ||
           std::any_of(globs_.begin(), globs_.end(), [&](const std::string& glob) {
             return fnmatch(glob.c_str(), name.c_str(), 0) == 0;
           });
  }

  static void Remember(const std::string& name, std::vector<std::string>& names) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }

  absl::Span<const RunGroup> groups_;
  absl::Span<const std::string> globs_;
  v1::Comparison& comparison_;
  absl::flat_hash_map<absl::string_view, int> index_;
  std::vector<std::string> other_formulas_;
  std::vector<std::string> other_units_;
  std::vector<std::string> too_large_;
};

}  // namespace

void Summarize(v1::GroupValues& group) {
  const auto& values = group.values();
  if (group.positions_size() == static_cast<int>(group.runs())) group.clear_positions();
  if (values.empty()) return;
  const double mean = MeanOf(values);
  group.set_mean(mean);
  if (values.size() < 2) return;
  CompensatedSum squares;
  for (const double value : values) squares.Add((value - mean) * (value - mean));
  group.set_stddev(std::sqrt(squares.total() / (values.size() - 1)));
}

void AddRows(absl::Span<const RunGroup> groups, absl::Span<const std::string> globs,
             v1::Comparison& comparison) {
  RowBuilder builder(groups, globs, comparison);
  for (size_t group = 0; group < groups.size(); ++group) {
    for (size_t position = 0; position < groups[group].runs.size(); ++position) {
      builder.AddRun(group, position, *groups[group].runs[position]);
    }
  }
  builder.Finish();
}

}  // namespace collect
