// The events of --events, checked.
#include "collector/perf_events.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "archive/nearest_name.h"
#include "probes/perf/asked_groups.h"
#include "probes/perf/event_list.h"
#include "probes/perf/event_name.h"

namespace collect {
namespace {

// ", did you mean ...?" for the first event of the list that nothing bears.
std::string NearestTo(Host& host, absl::string_view events) {
  const std::vector<std::string> known = KnownEventNames(host);
  const std::vector<absl::string_view> names(known.begin(), known.end());
  const absl::StatusOr<std::vector<EventTextGroup>> list = ParseEventList(events);
  if (!list.ok()) return "";
  for (const EventTextGroup& group : *list) {
    for (const std::string& event : group.events) {
      if (!absl::IsNotFound(ResolveEvent(host, event, group.modifiers).status())) continue;
      const size_t prefix = event.find("::");  // PMU::EVENT
      const absl::string_view nearest =
          NearestName(prefix == std::string::npos ? event : event.substr(prefix + 2), names);
      return nearest.empty() ? "" : absl::StrCat("; did you mean ", nearest, "?");
    }
  }
  return "";
}

}  // namespace

absl::Status CheckPerfEvents(Host& host, absl::string_view events) {
  if (events.empty()) return absl::OkStatus();
  const absl::Status status = AskedPerfGroups(host, events).status();
  if (status.ok()) return status;
  const std::string hint = absl::IsNotFound(status) ? NearestTo(host, events) : "";
  return absl::InvalidArgumentError(absl::StrCat("--events: ", status.message(), hint));
}

}  // namespace collect
