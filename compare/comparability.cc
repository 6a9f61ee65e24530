// What makes groups of runs incomparable.
#include "compare/comparability.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace collect {
namespace {

using Value = std::optional<std::string>;
using Facts = std::map<std::string, Value>;

std::string InOrder(const google::protobuf::Map<std::string, std::string>& map) {
  const std::map<std::string, std::string> sorted(map.begin(), map.end());
  return absl::StrJoin(sorted, " ", absl::PairFormatter("="));
}

// The settings that are known to move results. A fact that is not set is unknown.
Facts FactsOf(const v1::HostFacts& host) {
  Facts facts;
  const auto add = [&](const char* name, bool known, const std::string& value) {
    facts[name] = known ? Value(value) : std::nullopt;
  };
  add("kernel", host.has_kernel_release(), host.kernel_release());
  add("kernel build", host.has_kernel_version(), host.kernel_version());
  add("kernel command line", host.has_kernel_command_line(), host.kernel_command_line());
  add("machine", host.has_hostname(), host.hostname());
  add("CPU model", host.has_cpu_model(), host.cpu_model());
  add("microcode", host.has_microcode(), host.microcode());
  add("online CPUs", host.has_cpus_online(), host.cpus_online());
  add("NUMA nodes", host.has_numa_nodes(), host.numa_nodes());
  add("governor", host.has_cpufreq_governor(), host.cpufreq_governor());
  add("boost", host.has_boost(), host.boost());
  add("SMT", host.has_smt(), host.smt());
  add("transparent huge pages", host.has_transparent_hugepage(), host.transparent_hugepage());
  add("mitigations", !host.mitigations().empty(), InOrder(host.mitigations()));
  add("memory", host.has_memory_kb(), absl::StrCat(host.memory_kb(), " kB"));
  add("swap", host.has_swap_kb(), absl::StrCat(host.swap_kb(), " kB"));
  add("clock source", host.has_clocksource(), host.clocksource());
  add("virtualization", host.has_virtualization(), host.virtualization());
  return facts;
}

// What the user said of the test. An axis that only one group has is a difference.
Facts TestOf(const v1::Run& run) {
  Facts facts;
  facts["testcase"] = run.testcase();
  for (const auto& [name, value] : run.params()) facts[absl::StrCat("parameter ", name)] = value;
  if (run.has_window()) facts["window"] = run.window().asked();
  return facts;
}

// The values of one fact in the runs of one group: usually one.
std::set<std::string> ValuesIn(const std::vector<Facts>& runs, const std::string& name) {
  std::set<std::string> values;
  for (const Facts& facts : runs) {
    auto fact = facts.find(name);
    values.insert(fact == facts.end() ? "none" : fact->second.value_or("unknown"));
  }
  return values;
}

std::set<std::string> NamesIn(const std::vector<std::vector<Facts>>& facts_of_groups) {
  std::set<std::string> names;
  for (const auto& runs : facts_of_groups) {
    for (const Facts& facts : runs) {
      for (const auto& fact : facts) names.insert(fact.first);
    }
  }
  return names;
}

// One warning for each fact that is not the same in all runs; those known of no run are gathered.
void WarnOfDifferences(absl::Span<const RunGroup> groups,
                       const std::vector<std::vector<Facts>>& facts_of_groups,
                       std::vector<std::string>& warnings) {
  std::vector<std::string> unknown;
  for (const std::string& name : NamesIn(facts_of_groups)) {
    std::set<std::string> distinct;
    std::vector<std::string> shown;
    for (size_t group = 0; group < groups.size(); ++group) {
      const std::set<std::string> values = ValuesIn(facts_of_groups[group], name);
      distinct.insert(values.begin(), values.end());
      shown.push_back(
          absl::StrCat(groups[group].about.name(), ": ", absl::StrJoin(values, " or ")));
    }
    if (distinct.size() > 1) {
      warnings.push_back(absl::StrCat(name, " differs: ", absl::StrJoin(shown, "; ")));
    } else if (*distinct.begin() == "unknown") {
      unknown.push_back(name);
    }
  }
  if (!unknown.empty()) {
    warnings.push_back(
        absl::StrCat("not known of any run, so not compared: ", absl::StrJoin(unknown, ", ")));
  }
}

bool AllImported(absl::Span<const RunGroup> groups) {
  return std::all_of(groups.begin(), groups.end(), [](const RunGroup& group) {
    return std::all_of(group.runs.begin(), group.runs.end(),
                       [](const RunData* run) { return run->run.imported(); });
  });
}

std::set<std::string> WorkingProbes(const RunGroup& group) {
  std::set<std::string> working;
  for (const RunData* run : group.runs) {
    for (const v1::ProbeHealth& probe : run->run.probes()) {
      if (probe.state() == v1::ProbeHealth::WORKS) working.insert(probe.probe());
    }
  }
  return working;
}

// A probe that works costs something, and its metrics are there on one side only.
void WarnOfProbes(absl::Span<const RunGroup> groups, std::vector<std::string>& warnings) {
  std::map<std::string, std::vector<std::string>> groups_of_probe;
  for (const RunGroup& group : groups) {
    for (const std::string& probe : WorkingProbes(group)) {
      groups_of_probe[probe].push_back(group.about.name());
    }
  }
  for (const auto& [probe, names] : groups_of_probe) {
    if (names.size() == groups.size()) continue;
    warnings.push_back(
        absl::StrCat("probe ", probe, " worked only in ", absl::StrJoin(names, ", ")));
  }
}

// Runs of one side before all runs of the other: what drifts with time looks like a change.
void WarnOfOrder(absl::Span<const RunGroup> groups, std::vector<std::string>& warnings) {
  std::vector<std::pair<int64_t, size_t>> starts;
  for (size_t group = 0; group < groups.size(); ++group) {
    for (const RunData* run : groups[group].runs) {
      if (run->run.start_unix_ns() == 0) return;
      starts.emplace_back(run->run.start_unix_ns(), group);
    }
  }
  if (groups.size() < 2 || starts.size() <= groups.size()) return;
  std::sort(starts.begin(), starts.end());
  size_t turns = 0;
  for (size_t i = 1; i < starts.size(); ++i) turns += starts[i].second != starts[i - 1].second;
  if (turns + 1 == groups.size()) {
    warnings.push_back(
        "the groups were run one after the other, not in turns: a drift of the machine "
        "(temperature, other load) looks like a change");
  }
}

// What is on both sides differs from nothing.
void WarnOfSharedRuns(absl::Span<const RunGroup> groups, std::vector<std::string>& warnings) {
  const auto& base = groups.front().about.run_ids();
  const std::set<std::string> known(base.begin(), base.end());
  for (const RunGroup& group : groups.subspan(1)) {
    const auto& ids = group.about.run_ids();
    const auto shared = std::count_if(ids.begin(), ids.end(),
                                      [&](const std::string& id) { return known.count(id) > 0; });
    if (shared == 0) continue;
    warnings.push_back(absl::StrCat(shared, " of the ", ids.size(), " runs of ", group.about.name(),
                                    " are also runs of ", groups.front().about.name(),
                                    ": these are not two independent sides"));
  }
}

}  // namespace

std::vector<std::string> ComparabilityWarnings(absl::Span<const RunGroup> groups) {
  std::vector<std::vector<Facts>> tests;
  std::vector<std::vector<Facts>> hosts;
  for (const RunGroup& group : groups) {
    tests.emplace_back();
    hosts.emplace_back();
    for (const RunData* run : group.runs) {
      tests.back().push_back(TestOf(run->run));
      hosts.back().push_back(FactsOf(run->run.host()));
    }
  }
  std::vector<std::string> warnings;
  WarnOfDifferences(groups, tests, warnings);
  if (AllImported(groups)) {
    warnings.push_back(
        "imported runs tell no more of their machine and its settings than their axes");
  } else {
    WarnOfDifferences(groups, hosts, warnings);
  }
  WarnOfSharedRuns(groups, warnings);
  WarnOfProbes(groups, warnings);
  WarnOfOrder(groups, warnings);
  return warnings;
}

}  // namespace collect
