// Groups of perf events by the user's list.
#include "probes/perf/asked_groups.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "probes/perf/event_list.h"
#include "probes/perf/event_name.h"

namespace collect {
namespace {

using Groups = std::vector<GroupSpec>;

// PMUs outside of the cores count apart even where they are opened on the same CPUs.
bool CountTogether(const GroupSpec& one, const GroupSpec& other) {
  const bool outside = one.roams || other.roams;
  return one.pmu == other.pmu && one.cpus == other.cpus &&
         (!outside || one.events.front().type == other.events.front().type);
}

// Adds an event to the group on its PMU.
void Add(GroupSpec event, Groups& groups) {
  const auto place = std::find_if(groups.begin(), groups.end(), [&](const GroupSpec& group) {
    return CountTogether(group, event);
  });
  if (place != groups.end()) {
    place->events.push_back(std::move(event.events.front()));
    return;
  }
  event.name = event.events.front().name;
  groups.push_back(std::move(event));
}

absl::StatusOr<Groups> GroupsOf(Host& host, const EventTextGroup& text) {
  Groups groups;
  for (const std::string& event : text.events) {
    absl::StatusOr<Groups> found = ResolveEvent(host, event, text.modifiers);
    if (!found.ok()) return found;
    for (GroupSpec& group : *found) Add(std::move(group), groups);
  }
  return groups;
}

// Two events of one name would be two metrics of one name.
absl::Status CheckNames(const Groups& groups) {
  std::set<absl::string_view> names;
  for (const GroupSpec& group : groups) {
    for (const EventSpec& event : group.events) {
      if (names.insert(event.name).second) continue;
      return absl::InvalidArgumentError(
          absl::StrCat("the event \"", event.name, "\" stands twice"));
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::vector<GroupSpec>> AskedPerfGroups(Host& host, absl::string_view events) {
  const absl::StatusOr<std::vector<EventTextGroup>> list = ParseEventList(events);
  if (!list.ok()) return list.status();
  Groups groups;
  for (const EventTextGroup& text : *list) {
    absl::StatusOr<Groups> found = GroupsOf(host, text);
    if (!found.ok()) return found;
    std::move(found->begin(), found->end(), std::back_inserter(groups));
  }
  absl::Status status = CheckNames(groups);
  if (!status.ok()) return status;
  return groups;
}

}  // namespace collect
