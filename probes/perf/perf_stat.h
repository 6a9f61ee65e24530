// Perf events of the machine, the command or a control group.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "probes/perf/default_groups.h"
#include "probes/perf/event_group.h"
#include "probes/perf/group_fit.h"
#include "probes/probe.h"

namespace collect {

/// Metrics of each event: "perf-stat.i.EVENT" (per second; its series is that of the intervals),
/// "perf-stat.ps.EVENT" (per second over the run) and "perf-stat.total.EVENT"; ratios such as
/// "perf-stat.overall.ipc" (also "i."). They are computed from hidden columns: a raw count per CPU
/// and event, enabled and running times per CPU and group, by which records scale multiplexed
/// counts (S-029). A group that cannot be opened is left out with a note and never stops the others
/// (S-060). Every sample looks whether the list of online CPUs has changed, one small read: what a
/// CPU that goes has counted stays part of the sums, and a CPU that comes is opened. Whose work is
/// counted is Command.perf_scope; that of the command is read in one place for all CPUs.
class PerfStat : public Probe {
 public:
  /// `wanted`: the groups to count; empty: those of Command.perf_events, or by default of
  /// DefaultPerfGroups.
  explicit PerfStat(std::vector<GroupSpec> wanted = {}) : wanted_(std::move(wanted)) {}

  absl::Status Open(const ProbeContext& context, Columns& columns) override;
  absl::Status Read(Columns& columns) override;

 private:
  // The place of one group on one CPU.
  struct Slot {
    const GroupSpec* spec;
    int cpu;
    int first_column = -1;  // enabled and running time, then the count of each event
    std::optional<EventGroup> group = std::nullopt;  // nothing while the CPU is offline
    std::vector<int64_t> before = {};  // times and counts of earlier groups, of a CPU that was away
    bool waits = false;                // it has been noted that no counter was free
    bool suspect = false;              // or that its counts cannot be right
  };

  absl::Status FindCpus();
  absl::Status FindWanted(const Command& command);
  absl::Status FindTarget(const Command& command);
  absl::Status OpenGroup(const GroupSpec& spec, std::vector<Slot>& slots);
  void DeclareMetrics(Columns& columns);
  std::string Help() const;
  absl::Status Explain(const std::vector<LeftOut>& left_out, Columns& columns) const;
  absl::Status OpenSlot(Slot& slot);
  void FollowOnlineCpus(Columns& columns);
  void AddCpu(int cpu);
  void FollowSlot(Slot& slot, Columns& columns);
  void OpenLater(Slot& slot, Columns& columns);
  void Retire(Slot& slot, Columns& columns);
  absl::Status ReadSlot(Slot& slot, Columns& columns);
  static void SetColumns(const Slot& slot, Columns& columns);
  void NoteWaiting(Slot& slot, Columns& columns) const;
  static void NoteSuspect(Slot& slot, Columns& columns);
  std::vector<int> CpusOf(const GroupSpec& spec) const;
  size_t NeededFds() const;

  Host* host_ = nullptr;
  PerfTarget target_;
  UniqueFd cgroup_;  // its folder
  std::vector<GroupSpec> wanted_;
  std::vector<GroupSpec> groups_;  // what this machine can count of it
  std::vector<int> present_;       // the CPUs that have columns
  std::vector<int> online_;
  std::optional<TextFile> online_file_;
  std::string online_text_;  // as last acted upon
  std::vector<Slot> slots_;
};

}  // namespace collect
