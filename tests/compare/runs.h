// Runs made up for tests of the comparison.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "collect/v1/comparison.pb.h"
#include "compare/compare.h"
#include "compare/run_data.h"

namespace collect {

/// The value of one metric in each run; nothing where the run lacks it.
using Values = std::vector<std::optional<double>>;

/// A good run with identity `id`.
RunData GoodRun(const std::string& id);

/// A record of `run`; change it through the result.
v1::MetricRecord& AddRecord(RunData& run, const std::string& name, double value);

/// Good runs "NAME-0", "NAME-1"... with these metrics.
NamedRuns MakeRuns(const std::string& name, const std::map<std::string, Values>& metrics);

/// Compares with Welch's method, and must succeed.
v1::Comparison Welch(const std::vector<NamedRuns>& named, const CompareOptions& options = {});

/// The row of a metric; fails the test if there is none.
const v1::Row& RowOf(const v1::Comparison& comparison, const std::string& name);

/// All warnings, a line each.
std::string Warnings(const v1::Comparison& comparison);

}  // namespace collect
