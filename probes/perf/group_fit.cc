// Trying groups of perf events.
#include "probes/perf/group_fit.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"

namespace collect {
namespace {

class Fitting {
 public:
  Fitting(Host& host, int cpu, std::vector<LeftOut>& left_out)
      : host_(host), cpu_(cpu), left_out_(left_out) {}

  void Fit(const GroupSpec& spec);

  std::vector<GroupSpec> fitted;

 private:
  absl::Status Try(const GroupSpec& spec) const {
    return EventGroup::Open(host_, spec, spec.cpus.empty() ? cpu_ : spec.cpus.front()).status();
  }
  GroupSpec WithoutLacking(const GroupSpec& spec);
  void FitHalves(const GroupSpec& spec);

  Host& host_;
  const int cpu_;
  std::vector<LeftOut>& left_out_;
};

// The answers for an event that a PMU lacks differ with the driver (ENOENT, EOPNOTSUPP, EINVAL);
// the last is also that for a group with more events than counters.
bool ConcernsTheEvents(const absl::Status& status) {
  return absl::IsNotFound(status) || absl::IsUnimplemented(status) ||
         absl::IsInvalidArgument(status);
}

void Fitting::Fit(const GroupSpec& spec) {
  const absl::Status status = Try(spec);
  if (status.ok()) {
    fitted.push_back(spec);
    return;
  }
  if (!ConcernsTheEvents(status)) return LeaveOut(spec.events, status, left_out_);
  const GroupSpec rest = WithoutLacking(spec);
  if (rest.events.empty()) return;
  if (rest.events.size() < spec.events.size()) return Fit(rest);
  if (spec.events.size() > 2) return FitHalves(spec);
  LeaveOut(spec.events, status, left_out_);
}

GroupSpec Fitting::WithoutLacking(const GroupSpec& spec) {
  GroupSpec rest{spec.name, {}, spec.cpus};
  for (const EventSpec& event : spec.events) {
    const absl::Status alone = Try({spec.name, {event}, spec.cpus});
    if (alone.ok()) {
      rest.events.push_back(event);
    } else {
      LeaveOut({event}, alone, left_out_);
    }
  }
  return rest;
}

// Pairs, of accesses and misses say, stay together.
void Fitting::FitHalves(const GroupSpec& spec) {
  const auto middle = static_cast<ptrdiff_t>((spec.events.size() / 2 + 1) / 2 * 2);
  const auto seam = spec.events.begin() + middle;
  Fit({spec.name, {spec.events.begin(), seam}, spec.cpus});
  Fit({absl::StrCat(spec.name, "2"), {seam, spec.events.end()}, spec.cpus});
}

}  // namespace

void LeaveOut(const std::vector<EventSpec>& events, const absl::Status& reason,
              std::vector<LeftOut>& left_out) {
  auto known = std::find_if(left_out.begin(), left_out.end(),
                            [&](const LeftOut& other) { return other.reason == reason; });
  if (known == left_out.end()) known = left_out.insert(left_out.end(), LeftOut{{}, reason});
  for (const EventSpec& event : events) known->events.push_back(event.name);
}

std::vector<GroupSpec> FitGroups(Host& host, const std::vector<GroupSpec>& wanted, int cpu,
                                 std::vector<LeftOut>& left_out) {
  Fitting fitting(host, cpu, left_out);
  for (const GroupSpec& spec : wanted) fitting.Fit(spec);
  return std::move(fitting.fitted);
}

}  // namespace collect
