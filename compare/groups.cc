// From the runs that a user named to the groups that are compared.
#include "compare/groups.h"

#include <algorithm>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace collect {
namespace {

using Axes = std::map<std::string, std::string>;

// Identities begin with the time, so that this is the order in which the runs were made.
std::vector<const RunData*> InOrderWithoutTwins(const NamedRuns& named) {
  std::vector<const RunData*> runs;
  for (const RunData& run : named.runs) runs.push_back(&run);
  std::stable_sort(runs.begin(), runs.end(),
                   [](const RunData* a, const RunData* b) { return a->run.id() < b->run.id(); });
  const auto same = [](const RunData* a, const RunData* b) { return a->run.id() == b->run.id(); };
  runs.erase(std::unique(runs.begin(), runs.end(), same), runs.end());
  return runs;
}

Axes SharedAxes(const std::vector<const RunData*>& runs) {
  Axes shared = AxesOf(runs.front()->run);
  for (const RunData* run : runs) {
    const Axes axes = AxesOf(run->run);
    for (auto axis = shared.begin(); axis != shared.end();) {
      auto other = axes.find(axis->first);
      const bool same = other != axes.end() && other->second == axis->second;
      axis = same ? std::next(axis) : shared.erase(axis);
    }
  }
  return shared;
}

absl::StatusOr<RunGroup> MakeGroup(const NamedRuns& named, bool all_runs,
                                   std::vector<std::string>& warnings) {
  RunGroup group;
  group.about.set_name(named.name);
  const std::vector<const RunData*> all = InOrderWithoutTwins(named);
  for (const RunData* run : all) {
    const std::string failure = FailureOf(run->run);
    if (!failure.empty() && !all_runs) {
      group.about.add_left_out(absl::StrCat(run->run.id(), ": ", failure));
    } else {
      group.runs.push_back(run);
      group.about.add_run_ids(run->run.id());
    }
  }
  const std::string left_out = absl::StrJoin(group.about.left_out(), "; ");
  if (group.runs.empty()) {
    return absl::FailedPreconditionError(absl::StrCat(
        named.name, ": none of its ", all.size(), " runs can be compared",
        left_out.empty() ? "" : absl::StrCat(" (", left_out, "); --failed takes them in")));
  }
  if (!left_out.empty()) {
    warnings.push_back(absl::StrCat(named.name, ": ", group.about.left_out_size(), " of ",
                                    all.size(), " runs failed and are left out (", left_out,
                                    "); --failed takes them in"));
  }
  const Axes shared = SharedAxes(group.runs);
  group.about.mutable_axes()->insert(shared.begin(), shared.end());
  return group;
}

}  // namespace

std::string FailureOf(const v1::Run& run) {
  if (!run.has_outcome()) return run.imported() ? "" : "cut off before its command ended";
  const v1::Outcome& outcome = run.outcome();
  if (outcome.oom_kill()) return "out of memory";
  if (outcome.timed_out()) return "timed out";
  if (outcome.interrupted()) return "interrupted";
  if (outcome.signal() != 0) return absl::StrCat("killed by signal ", outcome.signal());
  if (outcome.exit_status() != 0) return absl::StrCat("exit status ", outcome.exit_status());
  return "";
}

Axes AxesOf(const v1::Run& run) {
  Axes axes(run.axes().begin(), run.axes().end());
  axes.insert(run.params().begin(), run.params().end());
  const v1::HostFacts& host = run.host();
  if (!run.testcase().empty()) axes["testcase"] = run.testcase();
  if (host.has_hostname()) axes["machine"] = host.hostname();
  if (host.has_kernel_release()) axes["kernel"] = host.kernel_release();
  if (host.has_cpufreq_governor()) axes["cpufreq_governor"] = host.cpufreq_governor();
  if (host.has_microcode()) axes["ucode"] = host.microcode();
  return axes;
}

absl::StatusOr<std::vector<RunGroup>> MakeGroups(absl::Span<const NamedRuns> named, bool all_runs,
                                                 std::vector<std::string>& warnings) {
  std::vector<RunGroup> groups;
  for (const NamedRuns& one : named) {
    absl::StatusOr<RunGroup> group = MakeGroup(one, all_runs, warnings);
    if (!group.ok()) return group.status();
    groups.push_back(*std::move(group));
  }
  return groups;
}

absl::StatusOr<std::vector<NamedRuns>> SplitByAxis(std::vector<RunData> runs,
                                                   absl::string_view axis) {
  std::map<std::string, NamedRuns> groups;
  for (RunData& run : runs) {
    const Axes axes = AxesOf(run.run);
    auto value = axes.find(std::string(axis));
    if (value == axes.end()) {
      return absl::NotFoundError(absl::StrCat(
          "run ", run.run.id(), " has no axis \"", axis, "\", it has ",
          axes.empty() ? "none" : absl::StrJoin(axes, ", ", absl::PairFormatter("="))));
    }
    NamedRuns& group = groups[value->second];
    group.name = value->second;
    group.runs.push_back(std::move(run));
  }
  std::vector<NamedRuns> result;
  for (auto& [value, group] : groups) result.push_back(std::move(group));
  return result;
}

}  // namespace collect
