// Checking the options of a run, and choosing probes.
#include "collector/run_options.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "archive/result_store.h"
#include "collector/budget.h"
#include "collector/perf_events.h"
#include "probes/perf/perf_scope.h"
#include "probes/table.h"
#include "probes/workload/workload.h"

namespace collect {
namespace {

constexpr int64_t kNsPerMs = 1'000'000;
// A file of rules has a few lines; /dev/zero has no end.
constexpr size_t kMostRulesBytes = 1 << 20;
constexpr absl::string_view kPerfProbe = "perf-stat";

// What a report of nearly every run needs.
constexpr absl::string_view kCoreProbes[] = {"perf-stat", "proc-vmstat", "mpstat"};

bool Contains(const std::vector<std::string>& names, absl::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

absl::Status CheckProbeName(absl::string_view option, const std::string& name) {
  if (FindProbe(name) != nullptr) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(option, ": there is no probe \"", name,
                                                 "\"; `collect probes` lists those there are"));
}

absl::Status CheckInterval(absl::string_view option, int64_t interval_ms) {
  if (interval_ms >= kLeastIntervalMs && interval_ms <= kMostIntervalMs) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat(option, ": ", interval_ms, " ms is out of range; from 10 ms to 1 h is allowed"));
}

absl::Status CheckIntervals(const RunOptions& options) {
  if (options.interval_ms != 0) {
    absl::Status status = CheckInterval("--interval", options.interval_ms);
    if (!status.ok()) return status;
  }
  for (const auto& [probe, interval_ms] : options.interval_ms_of_probe) {
    const std::string option = absl::StrCat("--interval ", probe);
    absl::Status status = CheckProbeName(option, probe);
    if (status.ok()) status = CheckInterval(option, interval_ms);
    if (!status.ok()) return status;
    if (FindProbe(probe)->moment != Moment::kInterval) {
      return absl::InvalidArgumentError(
          absl::StrCat(option, ": this probe is not read at intervals"));
    }
  }
  return absl::OkStatus();
}

// What perf-stat is to count means nothing without perf-stat.
absl::Status CheckPerfOptions(Host& host, const RunOptions& options) {
  absl::Status status = ParsePerfScope(host, options.scope).status();
  if (status.ok()) status = CheckPerfEvents(host, options.events);
  if (!status.ok() || IsChosen(options, kPerfProbe)) return status;
  if (options.events.empty() && options.scope == RunOptions().scope) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat(options.events.empty() ? "--scope" : "--events",
                   ": this is for the probe perf-stat, which is left out"));
}

// Whoever names an interval wants that one.
bool HasOwnInterval(const RunOptions& options, const ProbeInfo& probe) {
  return options.interval_ms != 0 || options.interval_ms_of_probe.contains(std::string(probe.name));
}

int64_t IntervalMs(const RunOptions& options, const ProbeInfo& probe) {
  const auto own = options.interval_ms_of_probe.find(std::string(probe.name));
  if (own != options.interval_ms_of_probe.end()) return own->second;
  return options.interval_ms != 0 ? options.interval_ms : probe.default_interval_ms;
}

}  // namespace

absl::Status CheckRunOptions(Host& host, const RunOptions& options) {
  if (options.command.empty()) {
    return absl::InvalidArgumentError("no command is given; it stands behind --");
  }
  for (const std::string& name : options.probes) {
    absl::Status status = CheckProbeName("--probes", name);
    if (!status.ok()) return status;
  }
  for (const std::string& name : options.with) {
    absl::Status status = CheckProbeName("--with", name);
    if (!status.ok()) return status;
  }
  for (const std::string& name : options.without) {
    absl::Status status = CheckProbeName("--without", name);
    if (!status.ok()) return status;
  }
  absl::Status status = CheckIntervals(options);
  if (status.ok()) status = CheckPerfOptions(host, options);
  if (!status.ok()) return status;
  if (options.timeout_ms < 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("--timeout: ", options.timeout_ms, " ms is less than nothing"));
  }
  status = MetricRulesOf(options).status();
  if (!status.ok()) return status;
  return RunFilePath(options.store, options.label, "id").status();
}

absl::StatusOr<std::vector<MetricRule>> MetricRulesOf(const RunOptions& options) {
  if (options.metrics_from.empty()) return std::vector<MetricRule>();
  std::error_code error;
  std::ifstream file(options.metrics_from);
  if (!file || std::filesystem::is_directory(options.metrics_from, error)) {
    return absl::InvalidArgumentError(
        absl::StrCat("--metrics-from: cannot read ", options.metrics_from));
  }
  std::string text(kMostRulesBytes + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<size_t>(file.gcount()));
  if (text.size() > kMostRulesBytes) {
    return absl::InvalidArgumentError(absl::StrCat("--metrics-from: ", options.metrics_from,
                                                   " is larger than ", kMostRulesBytes, " bytes"));
  }
  return ParseMetricRules(options.metrics_from, text);
}

bool IsChosen(const RunOptions& options, absl::string_view probe) {
  if (Contains(options.without, probe)) return false;
  if (Contains(options.with, probe) || Contains(options.probes, probe)) return true;
  const ProbeInfo* info = FindProbe(probe);
  return options.probes.empty() && info != nullptr && info->by_default == Default::kOn;
}

std::vector<ProbeChoice> ChooseProbes(const RunOptions& options) {
  std::vector<ProbeChoice> choices;
  for (const ProbeInfo& probe : AllProbes()) {
    if (!IsChosen(options, probe.name)) continue;
    ProbeChoice choice = {&probe, IntervalMs(options, probe) * kNsPerMs};
    choice.is_core = std::find(std::begin(kCoreProbes), std::end(kCoreProbes), probe.name) !=
                     std::end(kCoreProbes);
    choice.may_stretch = options.budget_percent.has_value() || !HasOwnInterval(options, probe);
    choices.push_back(choice);
  }
  return choices;
}

std::optional<double> BudgetOf(Host& host, const RunOptions& options) {
  constexpr double kPerPercent = 0.01;
  if (!options.budget_percent.has_value()) {
    return DefaultBudget(host.OnlineCpus().value_or(std::vector<int>()).size());
  }
  if (*options.budget_percent == 0) return std::nullopt;
  return *options.budget_percent * kPerPercent;
}

std::string TestcaseOf(const RunOptions& options) {
  if (!options.testcase.empty()) return options.testcase;
  if (const Workload* workload = WorkloadOfCommand(options.command)) {
    return std::string(workload->testcase);
  }
  const std::string& command = options.command.front();
  return command.substr(command.rfind('/') + 1);
}

}  // namespace collect
