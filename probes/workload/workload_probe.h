// The benchmark's own output as a probe.
#pragma once

#include "probes/probe.h"
#include "probes/workload/workload.h"

namespace collect {

/// Metrics "TESTCASE.NAME", one for each result in the command's output, once, when it has ended:
/// those that the user's --metrics-from finds, those of the testcase's parser, and plain
/// collect-metric lines, those written to $COLLECT_METRICS_FD before those in the output. A command
/// that failed has "last_state.test.TESTCASE.exit_code.N" or ".killed_by.N" = 1 too, N being the
/// status or the signal. Open is NotFound when nothing that the command writes is read.
class WorkloadProbe : public Probe {
 public:
  absl::Status Open(const ProbeContext& context, Columns& columns) override;
  absl::Status Read(Columns& columns) override;

 private:
  absl::Status ReadResults(Results& results);

  const Command* command_ = nullptr;
  const Workload* workload_ = nullptr;
};

}  // namespace collect
