// What Linux asked of idle CPUs: entries to each state and the share of time in it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "probes/columns.h"
#include "probes/kernel/cpuidle.h"
#include "probes/probe.h"

namespace collect {

/// "turbostat.STATE" (entries over all CPUs) and "turbostat.STATE%" (share of the CPUs' time), as
/// turbostat(8) has them: POLL, C1, C1%, C6, C6%. Read as the probe cpuidle reads them; no CPU is
/// woken. What each CPU has gained since the last sample is added up, so that a CPU which goes
/// offline takes nothing away.
class IdleStates {
 public:
  void Open(const ProbeContext& context, Columns& columns, std::vector<absl::Status>& missing);
  void Read(Columns& columns);
  bool empty() const { return totals_.empty(); }

 private:
  // One column of the probe cpuidle.
  struct Source {
    size_t total = 0;
    bool is_time = false;  // of a state: the time of its CPU has passed, too
    bool seen = false;     // in the last sample
    int64_t last = 0;
  };
  struct Total {
    int entries_column;
    int time_column;      // us in the state, all CPUs
    int cpu_time_column;  // ns that the CPUs were there
    int64_t entries = 0;
    int64_t time_us = 0;
    int64_t cpu_time_ns = 0;
  };

  void AddSources(Columns& columns);
  size_t TotalOf(const std::string& state, Columns& columns);
  void AddGrowth(Source& source, size_t column, int64_t elapsed_ns);

  Host* host_ = nullptr;
  Cpuidle cpuidle_;
  Columns own_;  // of cpuidle_
  std::vector<Source> sources_;
  std::map<std::string, size_t> total_of_state_;
  std::vector<Total> totals_;
  int64_t last_ns_ = 0;
};

}  // namespace collect
