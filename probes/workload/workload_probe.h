// The benchmark's own output as a probe.
#pragma once

#include "probes/probe.h"
#include "probes/workload/workload.h"

namespace collect {

/// Metrics "TESTCASE.NAME", one for each result in the command's output, once, when it has ended:
/// those that the user's --metrics-from finds, those of the testcase's parser, and plain
/// collect-metric lines. Open is NotFound when the output is not read.
class WorkloadProbe : public Probe {
 public:
  absl::Status Open(const ProbeContext& context, Columns& columns) override;
  absl::Status Read(Columns& columns) override;

 private:
  const Command* command_ = nullptr;
  const Workload* workload_ = nullptr;
};

}  // namespace collect
