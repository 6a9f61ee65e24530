// Comparing the sides of a trial.
#include "tools/trial_verdict.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "compare/compare.h"
#include "compare/moderated_method.h"
#include "tools/kpi_or_time.h"
#include "tools/load_runs.h"

namespace collect {
namespace {

std::vector<NamedRuns> LoadSides(absl::string_view program, absl::Span<const SidePaths> sides,
                                 bool samples) {
  std::vector<NamedRuns> groups;
  for (const SidePaths& side : sides) {
    NamedRuns& group = groups.emplace_back();
    group.name = side.name;
    for (LoadedRun& run : LoadRuns(program, side.paths, samples).runs) {
      if (!samples) JudgeByTimeWithoutKpi(run);
      group.runs.push_back({std::move(run.file.run), std::move(run.records)});
    }
  }
  return groups;
}

std::string Words(const KpiLook& look, double least_change) {
  if (!look.judged) return "too few values to judge";
  switch (look.standing) {
    case Standing::kChanged:
      return absl::StrCat("changed, after ", look.runs, " runs a side");
    case Standing::kSmaller:
      return absl::StrFormat("no change of %g %% or more, after %d runs a side", least_change * 100,
                             look.runs);
    default:
      return absl::StrCat("not decided by ", look.runs, " runs a side");
  }
}

}  // namespace

absl::StatusOr<v1::Comparison> CompareSides(absl::string_view program,
                                            absl::Span<const SidePaths> sides) {
  return Compare(LoadSides(program, sides, true), {}, ModeratedMethod());
}

absl::Status Looks::Take(absl::string_view program, absl::Span<const SidePaths> sides,
                         uint32_t runs) {
  if (runs <= looked_at_) return absl::OkStatus();
  const absl::StatusOr<v1::Comparison> comparison =
      Compare(LoadSides(program, sides, false), {}, ModeratedMethod());
  if (!comparison.ok()) return comparison.status();
  const double level = LevelOfLook(kErrorBudget, looked_at_, runs, most_runs_);
  std::vector<KpiLook> now = LookAtKpis(*comparison, level, least_change_, most_runs_);
  for (KpiLook& look : now) {
    for (const KpiLook& before : kpis_) {
      const bool same = before.name == look.name && before.side == look.side;
      if (same && before.standing != Standing::kUndecided) look = before;
    }
  }
  if (now.empty()) {
    return absl::FailedPreconditionError(
        "--until-sure: the runs have neither a KPI nor a time; the probes time and workload give "
        "them");
  }
  kpis_ = std::move(now);
  looked_at_ = runs;
  ++looks_;
  return absl::OkStatus();
}

bool Looks::all_decided() const {
  return looks_ > 0 && std::none_of(kpis_.begin(), kpis_.end(), [](const KpiLook& look) {
           return look.standing == Standing::kUndecided;
         });
}

std::string Looks::Summary() const {
  std::string text = absl::StrFormat(
      "KPIs, each with an interval that holds for all %d looks together (%g %% may be false):\n",
      looks_, kErrorBudget * 100);
  for (const KpiLook& look : kpis_) {
    const std::string of_side = absl::StrCat(look.name, "  ", look.side);
    absl::StrAppendFormat(&text, "  %s  %+.1f %s [%+.1f, %+.1f]  %s\n", of_side, look.change,
                          look.absolute ? look.unit : "%", look.low, look.high,
                          Words(look, least_change_));
  }
  return text;
}

}  // namespace collect
