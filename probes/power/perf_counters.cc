// Opening and reading the PMUs behind turbostat.
#include "probes/power/perf_counters.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "probes/perf/kernel_event.h"
#include "probes/perf/perf_error.h"
#include "probes/perf/sysfs_pmu.h"

namespace collect {
namespace {

struct Pmu {
  absl::string_view name;
  absl::Span<const absl::string_view> events;
};

// arch/x86/events/msr.c, intel/cstate.c and rapl.c name them so.
constexpr absl::string_view kMsr[] = {"tsc", "aperf", "mperf", "smi"};
constexpr absl::string_view kCore[] = {"c1-residency", "c3-residency", "c6-residency",
                                       "c7-residency"};
constexpr absl::string_view kPackage[] = {"c2-residency", "c3-residency", "c6-residency",
                                          "c7-residency", "c8-residency", "c9-residency",
                                          "c10-residency"};
constexpr absl::string_view kPower[] = {"energy-pkg", "energy-cores", "energy-gpu", "energy-ram"};
constexpr absl::string_view kPowerCore[] = {"energy-core"};
// power_core is AMD's, one event for each core.
constexpr Pmu kPmus[] = {{"msr", kMsr},
                         {"cstate_core", kCore},
                         {"cstate_pkg", kPackage},
                         {"power", kPower},
                         {"power_core", kPowerCore}};

// The kernel gives a free counter at once and rotates groups every few milliseconds.
constexpr int64_t kPatienceNs = 100'000'000;

// "c6" of a core, "pc6" of a package; the others as they are.
std::string ReadingName(absl::string_view pmu, absl::string_view event) {
  absl::string_view state = event;
  if (event == "energy-core") return "energy-cores";
  if (!absl::ConsumeSuffix(&state, "-residency")) return std::string(event);
  return absl::StrCat(pmu == "cstate_pkg" ? "p" : "", state);
}

bool Counts(const GroupSpec& spec, int cpu) {
  return spec.cpus.empty() || std::find(spec.cpus.begin(), spec.cpus.end(), cpu) != spec.cpus.end();
}

absl::StatusOr<SysfsPmu> FindPmu(Host& host, absl::string_view name, Readings& readings) {
  absl::StatusOr<SysfsPmu> pmu = ReadSysfsPmu(host, name);
  if (absl::IsNotFound(pmu.status())) {
    readings.missing.push_back(
        absl::NotFoundError(absl::StrCat("this machine has no perf PMU ", name)));
  } else if (!pmu.ok()) {
    readings.missing.push_back(pmu.status());
  }
  return pmu;
}

int DeclareHidden(const CpuPlace& place, absl::string_view group, absl::string_view name,
                  absl::string_view unit, Columns& columns) {
  v1::MetricDescriptor metric =
      Metric(absl::StrCat("turbostat.CPU", place.cpu, ".", group, ".", name), unit, v1::COUNTER);
  metric.set_hidden(true);
  return columns.Declare(std::move(metric));
}

}  // namespace

void PerfCounters::Open(Host& host, absl::Span<const CpuPlace> places, Columns& columns,
                        Readings& readings) {
  host_ = &host;
  for (const Pmu& wanted : kPmus) {
    const absl::StatusOr<SysfsPmu> pmu = FindPmu(host, wanted.name, readings);
    if (!pmu.ok()) continue;
    Family family;
    family.spec.name = pmu->name;
    family.spec.cpus = pmu->cpus.value_or(std::vector<int>());
    for (absl::string_view name : wanted.events) {
      const absl::StatusOr<SysfsEvent> event = ReadSysfsEvent(host, *pmu, name);
      if (!event.ok()) continue;
      family.spec.events.push_back(
          {ReadingName(pmu->name, name), pmu->type, event->config, event->unit});
      family.units.push_back(event->scale);
    }
    AddFamily(std::move(family), places, columns, readings);
  }
  AddFamily({{"instructions", KernelEvents({"instructions"}), {}}, {1}}, places, columns, readings);
}

void PerfCounters::AddFamily(Family family, absl::Span<const CpuPlace> places, Columns& columns,
                             Readings& readings) {
  if (family.spec.events.empty()) return;
  families_.push_back(std::move(family));
  const GroupSpec& spec = families_.back().spec;
  absl::Status failed;
  for (const CpuPlace& place : places) {
    if (!Counts(spec, place.cpu)) continue;
    absl::StatusOr<EventGroup> group = EventGroup::Open(*host_, spec, {}, place.cpu);
    failed.Update(group.status());
    if (group.ok()) AddSlot(families_.back(), place, *std::move(group), columns, readings);
  }
  if (failed.ok()) return;
  const absl::Status reason = ExplainPerfError(*host_, failed, PerfTarget::Kind::kEverybody,
                                               spec.events.size() * places.size());
  readings.missing.emplace_back(reason.code(),
                                absl::StrCat("perf PMU ", spec.name, ": ", reason.message()));
}

void PerfCounters::AddSlot(const Family& family, const CpuPlace& place, EventGroup group,
                           Columns& columns, Readings& readings) {
  const GroupSpec& spec = family.spec;
  const int enabled = DeclareHidden(place, spec.name, "enabled", "ns", columns);
  const int running = DeclareHidden(place, spec.name, "running", "ns", columns);
  for (size_t i = 0; i < spec.events.size(); ++i) {
    const int column = DeclareHidden(place, spec.name, spec.events[i].name, "count", columns);
    readings.all.push_back({spec.events[i].name, place, column, enabled, running, family.units[i]});
  }
  slots_.push_back({&family, place, enabled, std::move(group)});
}

void PerfCounters::Read(Columns& columns) {
  for (Slot& slot : slots_) {
    if (!slot.group.has_value()) continue;
    const absl::Status status = slot.group->Read(*host_);
    if (!status.ok()) {
      columns.Note(absl::StrCat("CPU ", slot.place.cpu, ", perf PMU ", slot.family->spec.name, ": ",
                                status.message()));
      slot.group.reset();
      continue;
    }
    columns.Set(slot.first_column, slot.group->enabled_ns());
    columns.Set(slot.first_column + 1, slot.group->running_ns());
    int column = slot.first_column + 2;
    for (uint64_t count : slot.group->counts()) columns.Set(column++, static_cast<int64_t>(count));
    NoteWaiting(slot, columns);
  }
}

// A group that never ran counts 0, which is not a count of 0 (S-030); the records leave it out.
void PerfCounters::NoteWaiting(Slot& slot, Columns& columns) const {
  if (slot.waits || slot.group->running_ns() > 0 || slot.group->enabled_ns() < kPatienceNs) return;
  slot.waits = true;
  columns.Note(absl::StrCat("not scheduled: ", slot.family->spec.name, " on CPU ", slot.place.cpu,
                            ": ", WhoHoldsTheCounters(*host_)));
}

void PerfCounters::Reopen() {
  for (Slot& slot : slots_) {
    if (slot.group.has_value()) continue;
    absl::StatusOr<EventGroup> group =
        EventGroup::Open(*host_, slot.family->spec, {}, slot.place.cpu);
    if (group.ok()) slot.group = *std::move(group);
  }
}

}  // namespace collect
