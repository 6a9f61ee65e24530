// Which perf events are counted, and how they become metrics.
#include "probes/perf/perf_stat.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "probes/host/cpu_list.h"
#include "probes/perf/kernel_event.h"
#include "probes/perf/perf_error.h"
#include "probes/perf/perf_metrics.h"

namespace collect {
namespace {

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

}  // namespace

// Pairs whose ratio is asked for stand in one group, so that they count in the same windows.
std::vector<GroupSpec> DefaultPerfGroups() {
  return {
      {"core",
       KernelEvents({"cpu-cycles", "instructions", "branch-instructions", "branch-misses",
                     "cache-references", "cache-misses"}),
       {}},
      {"dTLB-loads", KernelEvents({"dTLB-loads", "dTLB-load-misses"}), {}},
      {"dTLB-stores", KernelEvents({"dTLB-stores", "dTLB-store-misses"}), {}},
      {"iTLB-loads", KernelEvents({"iTLB-loads", "iTLB-load-misses"}), {}},
      {"node-loads", KernelEvents({"node-loads", "node-load-misses"}), {}},
      {"node-stores", KernelEvents({"node-stores", "node-store-misses"}), {}},
      {"software",
       KernelEvents({"cpu-clock", "task-clock", "page-faults", "context-switches", "cpu-migrations",
                     "minor-faults", "major-faults"}),
       {}},
  };
}

absl::Status PerfStat::Open(const ProbeContext& context, Columns& columns) {
  host_ = &context.host;
  absl::Status status = FindCpus();
  if (!status.ok()) return status;
  std::vector<LeftOut> left_out;
  groups_ = FitGroups(*host_, wanted_, online_.front(), left_out);
  for (const GroupSpec& spec : groups_) {
    std::vector<Slot> slots;
    const absl::Status opened = OpenGroup(spec, slots);
    if (!opened.ok()) LeaveOut(spec.events, opened, left_out);
    std::move(slots.begin(), slots.end(), std::back_inserter(slots_));
  }
  DeclareMetrics(columns);
  return Explain(left_out, columns);
}

// The slots of a group stand in a row.
void PerfStat::DeclareMetrics(Columns& columns) {
  EventSums sums;
  for (auto slot = slots_.begin(); slot != slots_.end();) {
    const GroupSpec& spec = *slot->spec;
    std::vector<int> first_columns;
    for (; slot != slots_.end() && slot->spec == &spec; ++slot) {
      slot->first_column = DeclareGroupColumns(spec, slot->cpu, columns);
      first_columns.push_back(slot->first_column);
    }
    DeriveEvents(spec, first_columns, sums, columns);
  }
  DeriveRatios(sums, columns);
}

// An error when nothing is left to count, else one note for each reason.
absl::Status PerfStat::Explain(const std::vector<LeftOut>& left_out, Columns& columns) const {
  for (const LeftOut& part : left_out) {
    absl::Status reason = ExplainPerfError(*host_, part.reason, NeededFds());
    if (slots_.empty()) return reason;
    columns.Note(
        absl::StrCat("not counted: ", absl::StrJoin(part.events, ","), ": ", reason.message()));
  }
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
  if (online->empty()) return absl::NotFoundError("the list of online CPUs is empty");
  online_ = *std::move(online);
  present_ = online_;
  const absl::StatusOr<std::string> text = host_->ReadFile("/sys/devices/system/cpu/present");
  absl::StatusOr<std::vector<int>> present = text.ok() ? ParseCpuList(*text) : text.status();
  if (present.ok() && present->size() > online_.size()) present_ = *std::move(present);
  absl::StatusOr<TextFile> file = host_->OpenText("/sys/devices/system/cpu/online");
  if (file.ok()) online_file_ = *std::move(file);
  return absl::OkStatus();
}

absl::Status PerfStat::OpenGroup(const GroupSpec& spec, std::vector<Slot>& slots) {
  for (int cpu : CpusOf(spec)) {
    slots.push_back({&spec, cpu});
    if (!Contains(online_, cpu)) continue;
    absl::Status status = OpenSlot(slots.back());
    if (status.ok()) continue;
    slots.clear();  // gives the descriptors back
    return status;
  }
  return absl::OkStatus();
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
  absl::Status status = slot.group->Read(*host_);
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
void PerfStat::NoteWaiting(Slot& slot, Columns& columns) const {
  if (slot.waits || slot.group->running_ns() > 0 || slot.group->enabled_ns() < kPatienceNs) return;
  slot.waits = true;
  columns.Note(absl::StrCat("not scheduled: ", EventNames(*slot.spec), " on CPU ", slot.cpu, ": ",
                            WhoHoldsTheCounters(*host_)));
}

const std::vector<int>& PerfStat::CpusOf(const GroupSpec& spec) const {
  return spec.cpus.empty() ? present_ : spec.cpus;
}

size_t PerfStat::NeededFds() const {
  size_t needed = 0;
  for (const GroupSpec& spec : groups_.empty() ? wanted_ : groups_)
    needed += spec.events.size() * CpusOf(spec).size();
  return needed;
}

}  // namespace collect
