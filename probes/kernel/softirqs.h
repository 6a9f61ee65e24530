// /proc/softirqs: how often each CPU ran each kind of deferred work.
#pragma once

#include "absl/strings/string_view.h"
#include "probes/kernel/cpu_counters.h"
#include "probes/kernel/metric_name.h"
#include "probes/probe.h"

namespace collect {

/// Metrics "softirqs.TYPE" and "softirqs.CPUn.TYPE". The file lists every CPU that could ever be
/// (fs/proc/softirqs.c); reported are those that are online when the probe opens and, from then on,
/// any other as soon as one of its counts moves: a CPU cannot be online without that. So a CPU
/// that was never online is absent and not an idle one (S-019), at no cost per sample.
class Softirqs : public Probe {
 public:
  absl::Status Open(const ProbeContext& context, Columns& columns) override;
  absl::Status Read(Columns& columns) override;
  void VisitTexts(
      absl::FunctionRef<void(absl::string_view path, absl::string_view text)> visit) const override;

 private:
  TextFile file_;
  CpuCounters counters_{"softirqs",
                        [](const CpuMatrix::Row& row) { return JoinWords(row.label, '_'); },
                        /*lone_numbers_are_totals=*/false};
};

}  // namespace collect
