// Which perf events are counted, and how they become metrics.
#include "probes/perf/perf_stat.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "probes/host/cpu_list.h"
#include "probes/perf/perf_error.h"

namespace collect {
namespace {

constexpr double kMsPerNs = 1e-6;  // perf prints the two clocks in milliseconds
constexpr int kTimeColumns = 2;    // enabled and running, before the counts
// The kernel gives a free counter at once and rotates groups every few milliseconds.
constexpr int64_t kPatienceNs = 100'000'000;

bool Contains(const std::vector<int>& cpus, int cpu) {
  return std::find(cpus.begin(), cpus.end(), cpu) != cpus.end();
}

std::string EventNames(const GroupSpec& spec) {
  return absl::StrJoin(spec.events, ",", [](std::string* out, const EventSpec& event) {
    absl::StrAppend(out, event.name);
  });
}

int DeclareHidden(absl::string_view name, int cpu, absl::string_view unit, Columns& columns) {
  v1::MetricDescriptor metric =
      Metric(absl::StrCat("perf-stat.CPU", cpu, ".", name), unit, v1::COUNTER);
  metric.set_hidden(true);
  return columns.Declare(std::move(metric));
}

// Returns the first of the columns that one group has on one CPU; the others follow it.
int DeclareColumns(const GroupSpec& spec, int cpu, Columns& columns) {
  const int first = DeclareHidden(absl::StrCat(spec.name, ".enabled"), cpu, "ns", columns);
  DeclareHidden(absl::StrCat(spec.name, ".running"), cpu, "ns", columns);
  for (const EventSpec& event : spec.events) DeclareHidden(event.name, cpu, "count", columns);
  return first;
}

// The count of one event, scaled, added up over the CPUs whose groups begin at `first_columns`.
v1::Formula SumOverCpus(double weight, int event, const std::vector<int>& first_columns) {
  v1::Formula formula;
  formula.set_version(1);
  for (int first : first_columns) {
    v1::Term& term = *formula.add_numerator();
    term.set_column(first + kTimeColumns + event);
    term.set_enabled_column(first);
    term.set_running_column(first + 1);
    if (weight != 1) term.set_weight(weight);
  }
  return formula;
}

void DeriveEvent(const EventSpec& event, const v1::Formula& sum, Columns& columns) {
  const std::string rate_unit = event.unit == "count" ? "1/s" : absl::StrCat(event.unit, "/s");
  for (absl::string_view family : {"i", "ps"}) {
    v1::MetricDescriptor rate =
        Metric(absl::StrCat("perf-stat.", family, ".", event.name), rate_unit, v1::DERIVED);
    *rate.mutable_formula() = sum;
    rate.mutable_formula()->set_per_second(true);
    columns.Derive(std::move(rate));
  }
  v1::MetricDescriptor total =
      Metric(absl::StrCat("perf-stat.total.", event.name), event.unit, v1::COUNTER);
  *total.mutable_formula() = sum;
  columns.Derive(std::move(total));
}

}  // namespace

// Names are those of `perf list`; all of them come from the kernel itself and need no hardware.
std::vector<GroupSpec> DefaultPerfGroups() {
  return {
      {"software",
       {
           {"cpu-clock", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK, "ms", kMsPerNs},
           {"task-clock", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK, "ms", kMsPerNs},
           {"page-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS},
           {"context-switches", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES},
           {"cpu-migrations", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_MIGRATIONS},
           {"minor-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS_MIN},
           {"major-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS_MAJ},
       },
       {}},
  };
}

absl::Status PerfStat::Open(const ProbeContext& context, Columns& columns) {
  host_ = &context.host;
  absl::Status status = FindCpus();
  if (!status.ok()) return status;
  std::vector<std::string> left_out;
  for (const GroupSpec& spec : groups_) {
    absl::StatusOr<std::vector<Slot>> slots = OpenGroup(spec);
    if (!slots.ok()) {
      status.Update(slots.status());
      left_out.push_back(
          absl::StrCat("not counted: ", EventNames(spec), ": ", slots.status().message()));
      continue;
    }
    std::vector<int> first_columns;
    for (Slot& slot : *slots) {
      slot.first_column = DeclareColumns(spec, slot.cpu, columns);
      first_columns.push_back(slot.first_column);
      slots_.push_back(std::move(slot));
    }
    for (size_t i = 0; i < spec.events.size(); ++i) {
      const EventSpec& event = spec.events[i];
      DeriveEvent(event, SumOverCpus(event.weight, static_cast<int>(i), first_columns), columns);
    }
  }
  if (slots_.empty()) return status;
  for (const std::string& sentence : left_out) columns.Note(sentence);
  return absl::OkStatus();
}

absl::Status PerfStat::Read(Columns& columns) {
  FollowOnlineCpus(columns);
  absl::Status failed;
  bool any = false;
  for (Slot& slot : slots_) {
    if (!slot.group.has_value()) continue;
    const absl::Status status = ReadSlot(slot, columns);
    any = any || status.ok();
    failed.Update(status);
  }
  return any ? absl::OkStatus() : failed;
}

absl::Status PerfStat::FindCpus() {
  absl::StatusOr<std::vector<int>> online = host_->OnlineCpus();
  if (!online.ok()) return online.status();
  online_ = *std::move(online);
  present_ = online_;
  const absl::StatusOr<std::string> text = host_->ReadFile("/sys/devices/system/cpu/present");
  absl::StatusOr<std::vector<int>> present = text.ok() ? ParseCpuList(*text) : text.status();
  if (present.ok() && present->size() > online_.size()) present_ = *std::move(present);
  absl::StatusOr<TextFile> file = host_->OpenText("/sys/devices/system/cpu/online");
  if (file.ok()) online_file_ = *std::move(file);
  return absl::OkStatus();
}

absl::StatusOr<std::vector<PerfStat::Slot>> PerfStat::OpenGroup(const GroupSpec& spec) {
  std::vector<Slot> slots;
  for (int cpu : CpusOf(spec)) {
    slots.push_back({&spec, cpu});
    if (!Contains(online_, cpu)) continue;
    const absl::Status status = OpenSlot(slots.back());
    if (status.ok()) continue;
    slots.clear();  // gives back the descriptors before the files that explain the error are read
    return ExplainPerfError(*host_, status, NeededFds());
  }
  return slots;
}

absl::Status PerfStat::OpenSlot(Slot& slot) {
  absl::StatusOr<EventGroup> group = EventGroup::Open(*host_, *slot.spec, slot.cpu);
  if (!group.ok()) return group.status();
  slot.group = *std::move(group);
  return absl::OkStatus();
}

void PerfStat::FollowOnlineCpus(Columns& columns) {
  if (!online_file_.has_value()) return;
  const absl::StatusOr<absl::string_view> text = online_file_->Read();
  if (!text.ok() || *text == online_text_) return;
  absl::StatusOr<std::vector<int>> online = ParseCpuList(*text);
  if (!online.ok()) return;
  online_text_ = std::string(*text);
  online_ = *std::move(online);
  for (Slot& slot : slots_) FollowSlot(slot, columns);
  for (int cpu : online_) {
    if (Contains(present_, cpu)) continue;
    columns.Note(absl::StrCat("CPU ", cpu, " is not counted: it was plugged in during the run"));
  }
}

void PerfStat::FollowSlot(Slot& slot, Columns& columns) {
  const bool online = Contains(online_, slot.cpu);
  if (!online) slot.group.reset();
  if (!online || slot.group.has_value()) return;
  const absl::Status status = OpenSlot(slot);
  if (status.ok()) return;
  columns.Note(absl::StrCat(
      "CPU ", slot.cpu, " came online, and ", EventNames(*slot.spec),
      " are not counted there: ", ExplainPerfError(*host_, status, NeededFds()).message()));
}

absl::Status PerfStat::ReadSlot(Slot& slot, Columns& columns) {
  const absl::Status status = slot.group->Read(*host_);
  if (!status.ok()) {
    columns.Note(absl::StrCat("CPU ", slot.cpu, ": ", status.message()));
    slot.group.reset();
    online_text_.clear();  // look again: it may be back by the next sample
    return status;
  }
  columns.Set(slot.first_column, slot.group->enabled_ns());
  columns.Set(slot.first_column + 1, slot.group->running_ns());
  int column = slot.first_column + kTimeColumns;
  for (uint64_t count : slot.group->counts()) columns.Set(column++, static_cast<int64_t>(count));
  NoteWaiting(slot, columns);
  return absl::OkStatus();
}

// A group that never ran counts 0, which is not a count of 0 (S-030); the records leave it out.
void PerfStat::NoteWaiting(Slot& slot, Columns& columns) {
  if (slot.waits || slot.group->running_ns() > 0 || slot.group->enabled_ns() < kPatienceNs) return;
  slot.waits = true;
  columns.Note(absl::StrCat("not scheduled: ", EventNames(*slot.spec), " on CPU ", slot.cpu,
                            ": no hardware counter is free; is another profiler at work?"));
}

const std::vector<int>& PerfStat::CpusOf(const GroupSpec& spec) const {
  return spec.cpus.empty() ? present_ : spec.cpus;
}

size_t PerfStat::NeededFds() const {
  size_t needed = 0;
  for (const GroupSpec& spec : groups_) needed += spec.events.size() * CpusOf(spec).size();
  return needed;
}

}  // namespace collect
