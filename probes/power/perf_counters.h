// Clocks, idle residencies and energy as the kernel's perf PMUs count them.
#pragma once

#include <deque>
#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "probes/columns.h"
#include "probes/perf/event_group.h"
#include "probes/power/reading.h"

namespace collect {

/// The PMUs `msr`, `cstate_core`, `cstate_pkg`, `power` and `power_core`, and the instructions
/// retired. Each PMU is one group: one read, and so one interrupt, for each CPU on which it is
/// opened (S-053). A PMU that is not there, or may not be opened, is left out with its reason.
class PerfCounters {
 public:
  /// Opens what there is on these CPUs, which are online, and declares its columns.
  void Open(Host& host, absl::Span<const CpuPlace> places, Columns& columns, Readings& readings);

  /// Reads every group once. A CPU that has gone offline is absent.
  void Read(Columns& columns);

  /// Opens again what was lost with CPUs that went offline; for when the online list has changed.
  void Reopen();

 private:
  // One PMU as a group of events.
  struct Family {
    GroupSpec spec;
    std::vector<double> units;
  };
  struct Slot {
    const Family* family;
    CpuPlace place;
    int first_column;  // enabled and running time, then the counts
    std::optional<EventGroup> group;
    bool waits = false;  // it has been noted that no counter was free
  };

  void AddFamily(Family family, absl::Span<const CpuPlace> places, Columns& columns,
                 Readings& readings);
  void AddSlot(const Family& family, const CpuPlace& place, EventGroup group, Columns& columns,
               Readings& readings);
  void NoteWaiting(Slot& slot, Columns& columns) const;

  Host* host_ = nullptr;
  std::deque<Family> families_;  // slots point into it
  std::vector<Slot> slots_;
};

}  // namespace collect
