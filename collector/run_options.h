// What the options of a run mean for each probe.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "collector/run.h"
#include "collector/sampler.h"
#include "probes/workload/metrics_from.h"

namespace collect {

/// Whether the user wants this probe.
bool IsChosen(const RunOptions& options, absl::string_view probe);

/// The probes that the user wants, in the table's order, and how often each is read.
std::vector<ProbeChoice> ChooseProbes(const RunOptions& options);

/// What all probes together may use, as a share of one CPU; nothing: there is no limit.
std::optional<double> BudgetOf(Host& host, const RunOptions& options);

/// What --metrics-from says; nothing without it. InvalidArgument names the file and the line.
absl::StatusOr<std::vector<MetricRule>> MetricRulesOf(const RunOptions& options);

/// What was run: --testcase, or the benchmark that the command's name stands for ("ab" is
/// apachebench), or the command's own name.
std::string TestcaseOf(const RunOptions& options);

}  // namespace collect
