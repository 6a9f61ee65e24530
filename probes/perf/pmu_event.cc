// Encoding events as their PMU's folder in sysfs says.
#include "probes/perf/pmu_event.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "probes/perf/core_pmus.h"
#include "probes/perf/kernel_event.h"
#include "probes/perf/sysfs_pmu.h"
#include "probes/perf/term_format.h"

namespace collect {
namespace {

std::vector<std::string> EventsOf(Host& host, absl::string_view pmu) {
  std::vector<std::string> names = host.ListDirectory(absl::StrCat(SysfsPmuFolder(pmu), "/events"))
                                       .value_or(std::vector<std::string>());
  // Files beside an event's own bear its name with a dot: .scale, .unit, .per-pkg, .snapshot.
  names.erase(
      std::remove_if(names.begin(), names.end(),
                     [](const std::string& name) { return name.find('.') != std::string::npos; }),
      names.end());
  return names;
}

// One event on one PMU while its terms are put together.
class Encoding {
 public:
  Encoding(Host& host, std::string pmu) : host_(host), pmu_(std::move(pmu)) {}

  absl::StatusOr<GroupSpec> Encode(absl::string_view terms);

 private:
  absl::Status Put(const EventTerm& term);
  absl::Status PutEvent(const EventTerm& term);
  absl::Status PutField(const EventTerm& term);
  absl::Status Unknown(const EventTerm& term) const;
  std::string PathOf(absl::string_view folder, absl::string_view name) const {
    return absl::StrCat(SysfsPmuFolder(pmu_), "/", folder, "/", name);
  }
  absl::Status CheckGiven() const;

  Host& host_;
  const std::string pmu_;
  ConfigWords words_ = {};
  SysfsUnit unit_;
  std::vector<std::string> open_;  // terms that an event leaves to the user
};

absl::StatusOr<GroupSpec> Encoding::Encode(absl::string_view text) {
  const absl::StatusOr<SysfsPmu> pmu = ReadSysfsPmu(host_, pmu_);
  if (!pmu.ok()) return pmu.status();
  const absl::StatusOr<std::vector<EventTerm>> terms = ParseEventTerms(text);
  absl::Status status = terms.status();
  for (size_t i = 0; status.ok() && i < terms->size(); ++i) status = Put((*terms)[i]);
  if (status.ok()) status = CheckGiven();
  if (!status.ok()) {
    return absl::Status(status.code(), absl::StrCat("PMU ", pmu_, ": ", status.message()));
  }
  EventSpec event = {absl::StrCat(pmu_, "/", text, "/"), pmu->type, words_[0]};
  event.unit = unit_.unit;
  event.weight = unit_.scale;
  event.config1 = words_[1];
  event.config2 = words_[2];
  event.config3 = words_[3];
  GroupSpec group = {event.name, {event}};
  if (pmu->cpus.has_value()) group.cpus = *pmu->cpus, group.roams = true;
  return group;
}

absl::Status Encoding::Put(const EventTerm& term) {
  if (!term.has_value && host_.ReadFile(PathOf("events", term.name)).ok()) return PutEvent(term);
  return PutField(term);
}

absl::Status Encoding::PutEvent(const EventTerm& term) {
  const absl::StatusOr<std::string> text = host_.ReadFile(PathOf("events", term.name));
  if (!text.ok()) return text.status();
  const absl::StatusOr<std::vector<EventTerm>> parts = ParseEventTerms(*text);
  if (!parts.ok()) return parts.status();
  for (const EventTerm& part : *parts) {
    absl::Status status = PutField(part);
    if (!status.ok()) return status;
  }
  absl::StatusOr<SysfsUnit> unit = ReadSysfsUnit(host_, pmu_, term.name);
  if (!unit.ok()) return unit.status();
  unit_ = *std::move(unit);
  return absl::OkStatus();
}

absl::Status Encoding::PutField(const EventTerm& term) {
  open_.erase(std::remove(open_.begin(), open_.end(), term.name), open_.end());
  if (!term.value.has_value()) {
    open_.push_back(term.name);
    return absl::OkStatus();
  }
  if (const std::optional<size_t> word = ConfigWordOf(term.name)) {
    words_[*word] = *term.value;
    return absl::OkStatus();
  }
  const std::string path = PathOf("format", term.name);
  const absl::StatusOr<std::string> text = host_.ReadFile(path);
  if (absl::IsNotFound(text.status())) return Unknown(term);
  if (!text.ok()) return text.status();
  const absl::StatusOr<TermFormat> format = ParseTermFormat(*text);
  if (!format.ok()) {
    return absl::InvalidArgumentError(absl::StrCat(path, ": ", format.status().message()));
  }
  const absl::Status status = PutTerm(*format, *term.value, words_);
  if (status.ok()) return status;
  return absl::InvalidArgumentError(absl::StrCat(term.name, ": ", status.message()));
}

// A word alone was meant as an event, one with a value as a field.
absl::Status Encoding::Unknown(const EventTerm& term) const {
  if (!term.has_value) {
    return absl::NotFoundError(absl::StrCat("there is no event \"", term.name, "\""));
  }
  const std::vector<std::string> fields =
      host_.ListDirectory(absl::StrCat(SysfsPmuFolder(pmu_), "/format"))
          .value_or(std::vector<std::string>());
  return absl::InvalidArgumentError(absl::StrCat(
      "there is no term \"", term.name, "\"; expected config, config1, config2, config3",
      fields.empty() ? "" : ", ", absl::StrJoin(fields, ", ")));
}

absl::Status Encoding::CheckGiven() const {
  if (open_.empty()) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("the event needs a value for ",
                                                 absl::StrJoin(open_, " and "), ", written as ",
                                                 open_.front(), "=NUMBER behind its name"));
}

// Core PMUs that say where they are: all of them, and only those, count the kernel's own events.
bool IsOfCores(const std::vector<CorePmu>& cores, absl::string_view pmu) {
  return pmu == "cpu" || std::any_of(cores.begin(), cores.end(),
                                     [&](const CorePmu& core) { return core.name == pmu; });
}

// "cpu_core/cpu-cycles/", whose PMU need not list that name.
std::optional<GroupSpec> KernelEventOn(const std::vector<CorePmu>& cores, absl::string_view pmu,
                                       absl::string_view name) {
  const std::optional<EventSpec> event = KernelEvent(name);
  if (!event.has_value() || event->type == PERF_TYPE_SOFTWARE || !IsOfCores(cores, pmu)) {
    return std::nullopt;
  }
  GroupSpec group = {event->name, {*event}};
  for (const CorePmu& core : cores) {
    if (cores.size() > 1 && core.name == pmu) return OnPmu(core, group);
  }
  group.events[0].name = absl::StrCat(pmu, "/", name, "/");
  return group;
}

absl::StatusOr<GroupSpec> EncodeOn(Host& host, const std::string& pmu, absl::string_view terms) {
  const std::vector<CorePmu> cores = CorePmus(host);
  if (!host.ReadFile(absl::StrCat(SysfsPmuFolder(pmu), "/events/", terms)).ok()) {
    if (std::optional<GroupSpec> group = KernelEventOn(cores, pmu, terms)) return *group;
  }
  absl::StatusOr<GroupSpec> group = Encoding(host, pmu).Encode(terms);
  if (!group.ok() || cores.size() < 2) return group;
  for (const CorePmu& core : cores) {
    if (core.name == pmu) group->cpus = core.cpus, group->pmu = pmu;
  }
  return group;
}

// The PMU of this name, else those with a number behind it.
std::vector<std::string> PmusCalled(Host& host, absl::string_view name) {
  const std::vector<std::string> all = AllSysfsPmus(host);
  if (std::find(all.begin(), all.end(), name) != all.end()) return {std::string(name)};
  std::vector<std::string> numbered;
  for (absl::string_view pmu : all) {
    absl::string_view number = pmu;
    if (!absl::ConsumePrefix(&number, name) || !absl::ConsumePrefix(&number, "_")) continue;
    if (number.empty() || number.find_first_not_of("0123456789") != absl::string_view::npos) {
      continue;
    }
    numbered.emplace_back(pmu);
  }
  return numbered;
}

absl::StatusOr<std::vector<GroupSpec>> EncodeOnAll(Host& host, const std::vector<std::string>& pmus,
                                                   absl::string_view terms) {
  std::vector<GroupSpec> groups;
  for (const std::string& pmu : pmus) {
    absl::StatusOr<GroupSpec> group = EncodeOn(host, pmu, terms);
    if (!group.ok()) return group.status();
    groups.push_back(*std::move(group));
  }
  return groups;
}

}  // namespace

absl::StatusOr<std::vector<GroupSpec>> FindPmuEvent(Host& host, absl::string_view text) {
  absl::ConsumeSuffix(&text, "/");
  const std::pair<absl::string_view, absl::string_view> parts =
      absl::StrSplit(text, absl::MaxSplits('/', 1));
  const std::vector<std::string> pmus = PmusCalled(host, parts.first);
  if (pmus.empty()) {
    return absl::NotFoundError(absl::StrCat("this machine has no PMU \"", parts.first,
                                            "\"; there are ",
                                            absl::StrJoin(AllSysfsPmus(host), ", ")));
  }
  return EncodeOnAll(host, pmus, parts.second);
}

absl::StatusOr<std::vector<GroupSpec>> FindSysfsEvent(Host& host, absl::string_view name) {
  std::vector<std::string> pmus;
  for (const std::string& pmu : AllSysfsPmus(host)) {
    const std::vector<std::string> events = EventsOf(host, pmu);
    if (std::find(events.begin(), events.end(), name) != events.end()) pmus.push_back(pmu);
  }
  if (pmus.empty()) return absl::NotFoundError(absl::StrCat("no PMU has an event \"", name, "\""));
  return EncodeOnAll(host, pmus, name);
}

std::vector<std::string> SysfsEventNames(Host& host) {
  std::vector<std::string> names;
  for (const std::string& pmu : AllSysfsPmus(host)) {
    for (const std::string& event : EventsOf(host, pmu)) {
      names.push_back(absl::StrCat(pmu, "/", event, "/"));
    }
  }
  return names;
}

}  // namespace collect
