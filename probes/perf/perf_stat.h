// Perf events of the whole machine, counted per CPU.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "probes/perf/event_group.h"
#include "probes/perf/group_fit.h"
#include "probes/probe.h"

namespace collect {

/// The groups that are counted by default, those of the robot. A further group is one more row.
std::vector<GroupSpec> DefaultPerfGroups();

/// Metrics of each event: "perf-stat.i.EVENT" (per second; its series is that of the intervals),
/// "perf-stat.ps.EVENT" (per second over the run) and "perf-stat.total.EVENT"; ratios such as
/// "perf-stat.overall.ipc" (also "i."). They are computed from hidden columns: a raw count per CPU
/// and event, enabled and running times per CPU and group, by which records scale multiplexed
/// counts (S-029). A group that cannot be opened is left out with a note and never stops the others
/// (S-060). Every sample looks whether the list of online CPUs has changed, one small read: a CPU
/// that comes is opened, one that goes is absent.
class PerfStat : public Probe {
 public:
  explicit PerfStat(std::vector<GroupSpec> wanted = DefaultPerfGroups())
      : wanted_(std::move(wanted)) {}

  absl::Status Open(const ProbeContext& context, Columns& columns) override;
  absl::Status Read(Columns& columns) override;

 private:
  // The place of one group on one CPU.
  struct Slot {
    const GroupSpec* spec;
    int cpu;
    int first_column = -1;  // enabled and running time, then the count of each event
    std::optional<EventGroup> group = std::nullopt;  // nothing while the CPU is offline
    bool waits = false;                              // it has been noted that no counter was free
  };

  absl::Status FindCpus();
  absl::Status OpenGroup(const GroupSpec& spec, std::vector<Slot>& slots);
  void DeclareMetrics(Columns& columns);
  absl::Status Explain(const std::vector<LeftOut>& left_out, Columns& columns) const;
  absl::Status OpenSlot(Slot& slot);
  void FollowOnlineCpus(Columns& columns);
  void FollowSlot(Slot& slot, Columns& columns);
  absl::Status ReadSlot(Slot& slot, Columns& columns);
  void NoteWaiting(Slot& slot, Columns& columns) const;
  const std::vector<int>& CpusOf(const GroupSpec& spec) const;
  size_t NeededFds() const;

  Host* host_ = nullptr;
  std::vector<GroupSpec> wanted_;
  std::vector<GroupSpec> groups_;  // what this machine can count of it
  std::vector<int> present_;       // the CPUs that have columns
  std::vector<int> online_;
  std::optional<TextFile> online_file_;
  std::string online_text_;  // as last acted upon
  std::vector<Slot> slots_;
};

}  // namespace collect
