// The one call that compares groups of runs.
#include "compare/compare.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "compare/comparability.h"
#include "compare/groups.h"
#include "compare/rows.h"

namespace collect {
namespace {

// Moves the base to the front; the others keep their order.
absl::Status PutBaseFirst(const std::string& base, std::vector<RunGroup>& groups) {
  if (base.empty()) return absl::OkStatus();
  auto found = std::find_if(groups.begin(), groups.end(),
                            [&](const RunGroup& group) { return group.about.name() == base; });
  if (found == groups.end()) {
    const auto name = [](std::string* out, const RunGroup& group) {
      absl::StrAppend(out, group.about.name());
    };
    return absl::NotFoundError(absl::StrCat(
        "no group is called \"", base, "\"; the groups are: ", absl::StrJoin(groups, ", ", name)));
  }
  std::rotate(groups.begin(), found, std::next(found));
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<v1::Comparison> Compare(absl::Span<const NamedRuns> named,
                                       const CompareOptions& options, const Method& method) {
  if (named.size() < 2) {
    return absl::InvalidArgumentError("a comparison needs at least two groups of runs");
  }
  std::vector<std::string> warnings;
  absl::StatusOr<std::vector<RunGroup>> groups = MakeGroups(named, options.all_runs, warnings);
  if (!groups.ok()) return groups.status();
  absl::Status base = PutBaseFirst(options.base, *groups);
  if (!base.ok()) return base;
  v1::Comparison comparison;
  for (const RunGroup& group : *groups) *comparison.add_groups() = group.about;
  for (std::string& warning : warnings) comparison.add_warnings(std::move(warning));
  for (std::string& warning : ComparabilityWarnings(*groups)) {
    comparison.add_warnings(std::move(warning));
  }
  AddRows(*groups, options.metrics, comparison);
  if (comparison.rows().empty()) {
    return absl::NotFoundError(
        options.metrics.empty()
            ? std::string("the runs have no metrics")
            : absl::StrCat("no metric matches ", absl::StrJoin(options.metrics, " or ")));
  }
  comparison.set_method(method.name());
  method.Judge(comparison);
  return comparison;
}

}  // namespace collect
