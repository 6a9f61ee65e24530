// Trying groups of perf events.
#include "probes/perf/group_fit.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"

namespace collect {
namespace {

class Fitting {
 public:
  Fitting(Host& host, const PerfTarget& target, int cpu, std::vector<LeftOut>& left_out)
      : host_(host), target_(target), cpu_(cpu), left_out_(left_out) {}

  void Fit(const GroupSpec& spec);

  std::vector<GroupSpec> fitted;

 private:
  absl::Status Try(const GroupSpec& spec) const {
    const int cpu = spec.cpus.empty() ? cpu_ : spec.cpus.front();
    return EventGroup::Open(host_, spec, target_, cpu).status();
  }
  GroupSpec WithoutLacking(const GroupSpec& spec);
  void FitHalves(const GroupSpec& spec);

  // The same group with a part of its events.
  static GroupSpec PartOf(const GroupSpec& spec, std::vector<EventSpec> events) {
    GroupSpec part = spec;
    part.events = std::move(events);
    return part;
  }

  Host& host_;
  const PerfTarget& target_;
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
  GroupSpec rest = PartOf(spec, {});
  for (const EventSpec& event : spec.events) {
    const absl::Status alone = Try(PartOf(spec, {event}));
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
  Fit(PartOf(spec, {spec.events.begin(), seam}));
  GroupSpec second = PartOf(spec, {seam, spec.events.end()});
  absl::StrAppend(&second.name, "2");
  Fit(second);
}

}  // namespace

void LeaveOut(const std::vector<EventSpec>& events, const absl::Status& reason,
              std::vector<LeftOut>& left_out) {
  auto known = std::find_if(left_out.begin(), left_out.end(),
                            [&](const LeftOut& other) { return other.reason == reason; });
  if (known == left_out.end()) known = left_out.insert(left_out.end(), LeftOut{{}, reason});
  for (const EventSpec& event : events) known->events.push_back(event.name);
}

std::vector<GroupSpec> FitGroups(Host& host, const std::vector<GroupSpec>& wanted,
                                 const PerfTarget& target, int cpu,
                                 std::vector<LeftOut>& left_out) {
  Fitting fitting(host, target, cpu, left_out);
  for (const GroupSpec& spec : wanted) fitting.Fit(spec);
  return std::move(fitting.fitted);
}

}  // namespace collect
