// Finding events by their names.
#include "probes/perf/event_name.h"

#include <optional>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "probes/perf/core_pmus.h"
#include "probes/perf/event_modes.h"
#include "probes/perf/kernel_event.h"

namespace collect {
namespace {

using EventOnPmus = std::vector<GroupSpec>;

// Letters behind the last colon are modifiers when all of them could be.
struct NameParts {
  absl::string_view name;
  std::string modifiers;
};

NameParts SplitModifiers(absl::string_view text, absl::string_view of_group) {
  const size_t colon = text.rfind(':');
  if (colon == absl::string_view::npos || colon + 1 == text.size()) {
    return {text, std::string(of_group)};
  }
  const absl::string_view letters = text.substr(colon + 1);
  if (letters.find_first_not_of("ukhp") != absl::string_view::npos) {
    return {text, std::string(of_group)};
  }
  return {text.substr(0, colon), absl::StrCat(letters, of_group)};
}

bool IsOfCores(const EventSpec& event) {
  return event.type == PERF_TYPE_HARDWARE || event.type == PERF_TYPE_HW_CACHE ||
         event.type == PERF_TYPE_RAW;
}

// Once where all cores are alike, else once for each kind.
EventOnPmus OnEachKindOfCore(Host& host, EventSpec event) {
  const GroupSpec group = {event.name, {event}};
  const std::vector<CorePmu> pmus = CorePmus(host);
  if (pmus.size() < 2 || !IsOfCores(event)) return {group};
  EventOnPmus result;
  for (const CorePmu& pmu : pmus) result.push_back(OnPmu(pmu, group));
  return result;
}

std::optional<EventSpec> RawEvent(absl::string_view name) {
  constexpr size_t kMostDigits = 16;
  absl::string_view digits = name;
  uint64_t config = 0;
  if (!absl::ConsumePrefix(&digits, "r") || digits.size() > kMostDigits) return std::nullopt;
  if (digits.find_first_not_of("0123456789abcdefABCDEF") != absl::string_view::npos ||
      !absl::SimpleHexAtoi(digits, &config)) {
    return std::nullopt;
  }
  return EventSpec{std::string(name), PERF_TYPE_RAW, config};
}

// The event without modifiers; the result is never empty.
absl::StatusOr<EventOnPmus> FindEvent(Host& host, absl::string_view name) {
  if (const std::optional<EventSpec> event = KernelEvent(name)) {
    return OnEachKindOfCore(host, *event);
  }
  if (const std::optional<EventSpec> event = RawEvent(name)) return OnEachKindOfCore(host, *event);
  return absl::NotFoundError(absl::StrCat("there is no event \"", name, "\""));
}

// "cpu_core/cycles/" with u is "cpu_core/cycles/u" to perf, "cycles" is "cycles:u".
void SetModes(const EventModes& modes, absl::string_view modifiers, GroupSpec& group) {
  if (modifiers.empty()) return;
  EventSpec& event = group.events.front();
  event.modes = modes;
  absl::StrAppend(&event.name, absl::EndsWith(event.name, "/") ? "" : ":", modifiers);
}

}  // namespace

absl::StatusOr<std::vector<GroupSpec>> ResolveEvent(Host& host, absl::string_view text,
                                                    absl::string_view modifiers) {
  const NameParts parts = SplitModifiers(text, modifiers);
  const absl::StatusOr<EventModes> modes = ParseEventModes(parts.modifiers);
  if (!modes.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat("event \"", text, "\": ", modes.status().message()));
  }
  absl::StatusOr<EventOnPmus> found = FindEvent(host, parts.name);
  if (!found.ok()) return found;
  for (GroupSpec& group : *found) SetModes(*modes, parts.modifiers, group);
  return found;
}

std::vector<std::string> KnownEventNames(Host& /*host*/) { return KernelEventNames(); }

}  // namespace collect
