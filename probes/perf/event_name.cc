// Finding events by their names.
#include "probes/perf/event_name.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "probes/perf/core_pmus.h"
#include "probes/perf/event_modes.h"
#include "probes/perf/kernel_event.h"
#include "probes/perf/pfm_event.h"
#include "probes/perf/pmu_event.h"
#include "probes/perf/sysfs_pmu.h"
#include "probes/perf/tracepoint.h"

namespace collect {
namespace {

using EventOnPmus = std::vector<GroupSpec>;

// Letters behind the last colon are modifiers when all of them could be.
struct NameParts {
  absl::string_view name;
  std::string modifiers;
};

NameParts SplitModifiers(absl::string_view text, absl::string_view of_group) {
  const size_t slash = text.rfind('/');
  if (slash != absl::string_view::npos) {
    absl::string_view letters = text.substr(slash + 1);
    absl::ConsumePrefix(&letters, ":");
    return {text.substr(0, slash + 1), absl::StrCat(letters, of_group)};
  }
  const size_t colon = text.rfind(':');
  if (colon == absl::string_view::npos || colon + 1 == text.size() ||
      text.find_first_not_of("ukhp", colon + 1) != absl::string_view::npos) {
    return {text, std::string(of_group)};
  }
  return {text.substr(0, colon), absl::StrCat(text.substr(colon + 1), of_group)};
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

// "sched:sched_switch", which an event of a PMU may look like.
bool IsTracepointName(absl::string_view name) {
  return std::count(name.begin(), name.end(), ':') == 1;
}

// Where events of this type are counted: on the CPUs of the PMU that has it, else everywhere.
GroupSpec OnPmuOfItsType(Host& host, const EventSpec& event) {
  GroupSpec group = {event.name, {event}};
  const std::vector<CorePmu> cores = CorePmus(host);
  for (const CorePmu& core : cores) {
    if (core.type != event.type || cores.size() < 2) continue;
    group.cpus = core.cpus;
    group.pmu = core.name;
    return group;
  }
  for (const std::string& name : AllSysfsPmus(host)) {
    const absl::StatusOr<SysfsPmu> pmu = ReadSysfsPmu(host, name);
    if (!pmu.ok() || pmu->type != event.type || !pmu->cpus.has_value()) continue;
    group.cpus = *pmu->cpus;
    group.roams = true;
  }
  return group;
}

// What neither the kernel's list nor sysfs knows; an error says why the likelier source does not.
absl::StatusOr<EventOnPmus> FindElsewhere(Host& host, absl::string_view name) {
  absl::Status reason;
  if (IsTracepointName(name)) {
    const absl::StatusOr<EventSpec> tracepoint = FindTracepoint(host, name);
    if (tracepoint.ok()) return EventOnPmus{{tracepoint->name, {*tracepoint}}};
    reason = tracepoint.status();
  }
  const absl::StatusOr<EventSpec> event = FindPfmEvent(name);
  if (event.ok()) return EventOnPmus{OnPmuOfItsType(host, *event)};
  reason.Update(event.status());
  return absl::Status(reason.code(),
                      absl::StrCat("there is no event \"", name, "\": ", reason.message()));
}

// The event without modifiers; the result is never empty. Each source says NotFound for what is not
// its own.
absl::StatusOr<EventOnPmus> FindEvent(Host& host, absl::string_view name) {
  if (name.find('/') != absl::string_view::npos) return FindPmuEvent(host, name);
  if (const std::optional<EventSpec> event = KernelEvent(name)) {
    return OnEachKindOfCore(host, *event);
  }
  if (const std::optional<EventSpec> event = RawEvent(name)) return OnEachKindOfCore(host, *event);
  absl::StatusOr<EventOnPmus> in_sysfs = FindSysfsEvent(host, name);
  return absl::IsNotFound(in_sysfs.status()) ? FindElsewhere(host, name) : in_sysfs;
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

std::vector<std::string> KnownEventNames(Host& host) {
  std::vector<std::string> names = KernelEventNames();
  for (const std::vector<std::string>& more :
       {SysfsEventNames(host), TracepointNames(host), PfmEventNames()}) {
    names.insert(names.end(), more.begin(), more.end());
  }
  return names;
}

}  // namespace collect
