// The scheduler's own view of each CPU: debugfs sched/debug, formerly /proc/sched_debug.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "probes/kernel/cpu_fold.h"
#include "probes/probe.h"

namespace collect {

/// Reads the text (kernel/sched/debug.c): "name : number" lines for the machine, then for each CPU
/// "cpu#0, 2600 MHz", "cfs_rq[0]:/", "rt_rq[0]:/", "dl_rq[0]:" with lines "  .field : number", and
/// a table of tasks, which is passed over. Of the queues of control groups only the root's are
/// read: their names and number are those of the groups at hand, and the root's hold their sums.
class SchedDebugTable {
 public:
  /// Sets "sched_debug.cpu.FIELD.{avg,min,max,stddev}", "sched_debug.cfs_rq:/.FIELD.avg" and so on,
  /// and the machine's numbers, "sched_debug.ktime".
  void Fill(absl::string_view text, Columns& columns);

 private:
  struct Field {
    std::string name;  // with its dot: ".nr_running"
    CpuFold fold;
  };
  struct Section {
    std::string name;  // "cpu", "cfs_rq:/"
    std::deque<Field> fields;
  };
  struct Global {
    std::string name;
    int column;
  };

  Section& SectionOf(absl::string_view name);
  Field& FieldOf(Section& section, absl::string_view name, Columns& columns);
  Global& GlobalOf(absl::string_view name, Columns& columns);
  bool EnterSection(absl::string_view line);
  void TakeField(absl::string_view line, Columns& columns);
  void TakeGlobal(absl::string_view line, Columns& columns);

  std::deque<Section> sections_;
  std::vector<Global> globals_;
  // Where in the text we are:
  Section* section_ = nullptr;  // null: its lines are passed over
  size_t cpu_ = 0;
  size_t next_ = 0;   // field that is likely to come next in the section
  std::string name_;  // of the section, put together here
};

/// What the scheduler keeps of each CPU, folded over the CPUs. Both places are looked for (S-074).
class SchedDebug : public Probe {
 public:
  /// PermissionDenied: debugfs is root's. NotFound: it is not mounted, or the kernel lacks
  /// CONFIG_SCHED_DEBUG.
  absl::Status Open(const ProbeContext& context, Columns& columns) override;
  absl::Status Read(Columns& columns) override;
  void VisitTexts(
      absl::FunctionRef<void(absl::string_view path, absl::string_view text)> visit) const override;

 private:
  TextFile file_;
  SchedDebugTable table_;
};

}  // namespace collect
