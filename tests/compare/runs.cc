// Runs made up for tests of the comparison.
#include "tests/compare/runs.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "compare/welch_method.h"

namespace collect {

RunData GoodRun(const std::string& id) {
  RunData run;
  run.run.set_id(id);
  run.run.mutable_outcome()->set_exit_status(0);
  return run;
}

v1::MetricRecord& AddRecord(RunData& run, const std::string& name, double value) {
  v1::MetricRecord& record = run.records.emplace_back();
  record.mutable_metric()->set_name(name);
  record.mutable_metric()->set_unit("count");
  record.mutable_metric()->set_kind(v1::GAUGE);
  record.set_value(value);
  return record;
}

NamedRuns MakeRuns(const std::string& name, const std::map<std::string, Values>& metrics) {
  NamedRuns named{name, {}};
  for (const auto& [metric, values] : metrics) {
    while (named.runs.size() < values.size()) {
      named.runs.push_back(GoodRun(absl::StrCat(name, "-", named.runs.size())));
    }
    for (size_t run = 0; run < values.size(); ++run) {
      if (values[run].has_value()) AddRecord(named.runs[run], metric, *values[run]);
    }
  }
  return named;
}

v1::Comparison Welch(const std::vector<NamedRuns>& named, const CompareOptions& options) {
  absl::StatusOr<v1::Comparison> comparison = Compare(named, options, WelchMethod());
  EXPECT_TRUE(comparison.ok()) << comparison.status();
  return comparison.ok() ? *comparison : v1::Comparison();
}

const v1::Row& RowOf(const v1::Comparison& comparison, const std::string& name) {
  auto row = std::find_if(comparison.rows().begin(), comparison.rows().end(),
                          [&](const v1::Row& one) { return one.metric().name() == name; });
  if (row != comparison.rows().end()) return *row;
  ADD_FAILURE() << "no row " << name;
  return v1::Row::default_instance();
}

std::string Warnings(const v1::Comparison& comparison) {
  return absl::StrJoin(comparison.warnings(), "\n");
}

}  // namespace collect
