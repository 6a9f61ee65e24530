// cpufreq: the frequency of each frequency domain as the kernel has it.
#pragma once

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "probes/kernel/cpu_fold.h"
#include "probes/kernel/online_list.h"
#include "probes/probe.h"

namespace collect {

/// Metrics "cpufreq.scaling_cur_freq.{avg,min,max,stddev}" (kHz) over the policies of
/// /sys/devices/system/cpu/cpufreq (Documentation/admin-guide/pm/cpufreq.rst); the governor is a
/// fact of the run. Only scaling_cur_freq is read, never cpuinfo_cur_freq, which asks the hardware:
/// it is what the driver asked for last or, on x86 since 5.18, what the last tick measured, and
/// wakes no CPU. x86 kernels before that ask a CPU that is not idle by an interrupt, which disturbs
/// it and takes up to 20 ms each (S-052, S-054); hence the long interval, and the budget stretches
/// it further.
class Cpufreq : public Probe {
 public:
  /// NotFound if no policy shows its frequency, as in most guests.
  absl::Status Open(const ProbeContext& context, Columns& columns) override;
  absl::Status Read(Columns& columns) override;

 private:
  absl::Status Scan();

  Host* host_ = nullptr;
  OnlineList online_;
  bool scan_needed_ = true;
  std::vector<TextFile> policies_;
  std::vector<CpuFold> fold_;  // one, once there are policies
};

}  // namespace collect
