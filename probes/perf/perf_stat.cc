// Which perf events are counted, and how they become metrics.
#include "probes/perf/perf_stat.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "probes/host/cpu_list.h"
#include "probes/perf/asked_groups.h"
#include "probes/perf/perf_error.h"
#include "probes/perf/perf_metrics.h"
#include "probes/perf/perf_scope.h"

namespace collect {
namespace {

// The kernel gives a free counter at once and rotates groups every few milliseconds.
constexpr int64_t kPatienceNs = 100'000'000;
// The widest cores retire 8 to 10 instructions a cycle; the fastest run at 6 GHz.
constexpr uint64_t kMostPerCycle = 16;
constexpr uint64_t kMostCyclesPerNs = 10;

bool Contains(const std::vector<int>& cpus, int cpu) {
  return std::find(cpus.begin(), cpus.end(), cpu) != cpus.end();
}

std::string EventNames(const GroupSpec& spec) {
  return absl::StrJoin(spec.events, ",", [](std::string* out, const EventSpec& event) {
    absl::StrAppend(out, event.name);
  });
}

std::string PlaceOf(int cpu) { return cpu == kEveryCpu ? "any CPU" : absl::StrCat("CPU ", cpu); }

// Of an event that may bear its PMU's name.
std::optional<uint64_t> CountOf(const GroupSpec& spec, const EventGroup& group,
                                absl::string_view event) {
  const std::string on_pmu = absl::StrCat(spec.pmu, "/", event, "/");
  for (size_t i = 0; i < spec.events.size(); ++i) {
    if (spec.events[i].name == event || spec.events[i].name == on_pmu) return group.counts()[i];
  }
  return std::nullopt;
}

}  // namespace

absl::Status PerfStat::Open(const ProbeContext& context, Columns& columns) {
  host_ = &context.host;
  absl::Status status = FindCpus();
  if (status.ok()) status = FindTarget(context.command);
  if (!status.ok()) return status;
  status = FindWanted(context.command);
  if (!status.ok()) return status;
  std::vector<LeftOut> left_out;
  groups_ = FitGroups(*host_, wanted_, target_, online_.front(), left_out);
  for (const GroupSpec& spec : groups_) {
    std::vector<Slot> slots;
    const absl::Status opened = OpenGroup(spec, slots);
    if (!opened.ok()) LeaveOut(spec.events, opened, left_out);
    std::move(slots.begin(), slots.end(), std::back_inserter(slots_));
  }
  DeclareMetrics(columns);
  return Explain(left_out, columns);
}

absl::Status PerfStat::FindWanted(const Command& command) {
  if (!wanted_.empty()) return absl::OkStatus();
  if (command.perf_events.empty()) {
    wanted_ = DefaultPerfGroups(*host_);
    return absl::OkStatus();
  }
  absl::StatusOr<std::vector<GroupSpec>> asked = AskedPerfGroups(*host_, command.perf_events);
  if (!asked.ok()) return asked.status();
  wanted_ = *std::move(asked);
  return absl::OkStatus();
}

absl::Status PerfStat::FindTarget(const Command& command) {
  absl::StatusOr<PerfScope> scope = ParsePerfScope(*host_, command.perf_scope);
  if (!scope.ok()) return scope.status();
  target_.kind = scope->kind;
  if (scope->kind == PerfTarget::Kind::kProcess) {
    if (command.pid == 0) return absl::NotFoundError("there is no command to count");
    target_.id = command.pid;
  } else if (scope->kind == PerfTarget::Kind::kCgroup) {
    absl::StatusOr<UniqueFd> folder = host_->OpenDirectory(scope->cgroup);
    if (!folder.ok()) return folder.status();
    cgroup_ = *std::move(folder);
    target_.id = cgroup_.get();
  }
  return absl::OkStatus();
}

std::string PerfStat::Help() const {
  switch (target_.kind) {
    case PerfTarget::Kind::kProcess:
      return "of the command and what it started";
    case PerfTarget::Kind::kCgroup:
      return "of one control group";
    default:
      return "";
  }
}

// Again when a CPU has come: the metrics then take in its columns.
void PerfStat::DeclareMetrics(Columns& columns) {
  const bool of_process = target_.kind == PerfTarget::Kind::kProcess;
  EventSums sums;
  std::set<std::string> pmus;
  for (const GroupSpec& spec : groups_) {
    std::vector<int> first_columns;
    for (Slot& slot : slots_) {
      if (slot.spec != &spec) continue;
      if (slot.first_column < 0) slot.first_column = DeclareGroupColumns(spec, slot.cpu, columns);
      first_columns.push_back(slot.first_column);
    }
    if (first_columns.empty()) continue;
    DeriveEvents(spec, first_columns, !of_process || spec.pmu.empty(), Help(), sums, columns);
    pmus.insert(spec.pmu);
  }
  for (const std::string& pmu : pmus) DeriveRatios(pmu, Help(), sums, columns);
}

// An error when nothing is left to count, else one note for each reason.
absl::Status PerfStat::Explain(const std::vector<LeftOut>& left_out, Columns& columns) const {
  for (const LeftOut& part : left_out) {
    absl::Status reason = ExplainPerfError(*host_, part.reason, target_.kind, NeededFds());
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
    if (cpu != kEveryCpu && !Contains(online_, cpu)) continue;
    absl::Status status = OpenSlot(slots.back());
    if (status.ok()) continue;
    slots.clear();  // gives the descriptors back
    return status;
  }
  return absl::OkStatus();
}

absl::Status PerfStat::OpenSlot(Slot& slot) {
  absl::StatusOr<EventGroup> group = EventGroup::Open(*host_, *slot.spec, target_, slot.cpu);
  if (!group.ok()) return group.status();
  slot.group = *std::move(group);
  return absl::OkStatus();
}

void PerfStat::FollowOnlineCpus(Columns& columns) {
  if (!online_file_.has_value() || target_.kind == PerfTarget::Kind::kProcess) return;
  const absl::StatusOr<absl::string_view> text = online_file_->Read();
  if (!text.ok() || *text == online_text_) return;
  absl::StatusOr<std::vector<int>> online = ParseCpuList(*text);
  if (!online.ok()) return;
  online_text_ = std::string(*text);
  online_ = *std::move(online);
  const size_t slots = slots_.size();
  for (int cpu : online_) {
    if (!Contains(present_, cpu)) AddCpu(cpu);
  }
  if (slots_.size() > slots) DeclareMetrics(columns);
  for (Slot& slot : slots_) FollowSlot(slot, columns);
}

// A CPU that was not even present when the run began.
void PerfStat::AddCpu(int cpu) {
  present_.push_back(cpu);
  for (const GroupSpec& spec : groups_) {
    const bool counted = std::any_of(slots_.begin(), slots_.end(),
                                     [&](const Slot& slot) { return slot.spec == &spec; });
    if (spec.cpus.empty() && counted) slots_.push_back({&spec, cpu});
  }
}

void PerfStat::FollowSlot(Slot& slot, Columns& columns) {
  if (slot.spec->roams && slot.group.has_value()) return;
  const bool online = Contains(online_, slot.cpu);
  if (!online && slot.group.has_value()) Retire(slot, columns);
  if (online && !slot.group.has_value()) OpenLater(slot, columns);
}

void PerfStat::OpenLater(Slot& slot, Columns& columns) {
  const absl::Status status = OpenSlot(slot);
  if (status.ok()) return;
  columns.Note(absl::StrCat("CPU ", slot.cpu, " came online, and ", EventNames(*slot.spec),
                            " are not counted there: ",
                            ExplainPerfError(*host_, status, target_.kind, NeededFds()).message()));
}

// The last counts of a CPU that has gone are part of this sample, and of what comes later.
void PerfStat::Retire(Slot& slot, Columns& columns) {
  if (slot.group->Read(*host_).ok() || slot.group->ReadApart(*host_).ok()) {
    const absl::Span<const uint64_t> last = slot.group->times_and_counts();
    slot.before.resize(last.size());
    for (size_t i = 0; i < last.size(); ++i) slot.before[i] += static_cast<int64_t>(last[i]);
    for (size_t i = 0; i < last.size(); ++i) {
      columns.Set(slot.first_column + static_cast<int>(i), slot.before[i]);
    }
  }
  slot.group.reset();
}

absl::Status PerfStat::ReadSlot(Slot& slot, Columns& columns) {
  absl::Status status = slot.group->Read(*host_);
  if (absl::IsNotFound(status)) {
    // It was away between two samples, or is going just now.
    Retire(slot, columns);
    online_text_.clear();  // look again by the next sample
    if (columns.present()[slot.first_column] != 0) return absl::OkStatus();
  }
  if (!status.ok()) {
    columns.Note(absl::StrCat(PlaceOf(slot.cpu), ": ", status.message()));
    if (target_.kind == PerfTarget::Kind::kProcess) return status;  // it cannot be opened anew
    slot.group.reset();
    online_text_.clear();
    return status;
  }
  SetColumns(slot, columns);
  NoteWaiting(slot, columns);
  NoteSuspect(slot, columns);
  return absl::OkStatus();
}

void PerfStat::SetColumns(const Slot& slot, Columns& columns) {
  const absl::Span<const uint64_t> now = slot.group->times_and_counts();
  for (size_t i = 0; i < now.size(); ++i) {
    const int64_t before = slot.before.empty() ? 0 : slot.before[i];
    columns.Set(slot.first_column + static_cast<int>(i), before + static_cast<int64_t>(now[i]));
  }
}

// A group that never ran counts 0, which is not a count of 0 (S-030); the records leave it out. A
// process on cores of another kind waits for no counter.
void PerfStat::NoteWaiting(Slot& slot, Columns& columns) const {
  if (slot.waits || slot.group->running_ns() > 0 || slot.group->enabled_ns() < kPatienceNs) return;
  if (slot.cpu == kEveryCpu && !slot.spec->pmu.empty()) return;
  slot.waits = true;
  columns.Note(absl::StrCat("not scheduled: ", EventNames(*slot.spec), " on ", PlaceOf(slot.cpu),
                            ": ", WhoHoldsTheCounters(*host_)));
}

// S-030: hypervisors have been seen to make up numbers that no CPU reaches.
void PerfStat::NoteSuspect(Slot& slot, Columns& columns) {
  const std::optional<uint64_t> cycles = CountOf(*slot.spec, *slot.group, "cpu-cycles");
  const std::optional<uint64_t> instructions = CountOf(*slot.spec, *slot.group, "instructions");
  if (slot.suspect || !cycles.has_value() || !instructions.has_value()) return;
  const auto running_ns = static_cast<uint64_t>(slot.group->running_ns());
  const bool too_dense = *instructions > kMostPerCycle * *cycles;
  const bool too_fast = slot.cpu != kEveryCpu && *cycles > kMostCyclesPerNs * running_ns;
  if (!too_dense && !too_fast) return;
  slot.suspect = true;
  columns.Note(absl::StrCat("suspect: ", *instructions, " instructions in ", *cycles, " cycles in ",
                            running_ns, " ns on ", PlaceOf(slot.cpu),
                            ", which no CPU can do; a virtual machine may make its counters up"));
}

std::vector<int> PerfStat::CpusOf(const GroupSpec& spec) const {
  if (target_.kind == PerfTarget::Kind::kProcess) return {kEveryCpu};
  return spec.cpus.empty() ? present_ : spec.cpus;
}

size_t PerfStat::NeededFds() const {
  size_t needed = 0;
  for (const GroupSpec& spec : groups_.empty() ? wanted_ : groups_)
    needed += spec.events.size() * CpusOf(spec).size();
  return needed;
}

}  // namespace collect
