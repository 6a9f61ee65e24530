// The benchmark's own output as a probe.
#pragma once

#include "probes/probe.h"
#include "probes/workload/workload.h"

namespace collect {

/// Metrics "TESTCASE.NAME", one for each result that the parser of the command's testcase finds,
/// once, when the command has ended. Open is NotFound for a testcase without a parser.
class WorkloadProbe : public Probe {
 public:
  absl::Status Open(const ProbeContext& context, Columns& columns) override;
  absl::Status Read(Columns& columns) override;

 private:
  const Command* command_ = nullptr;
  const Workload* workload_ = nullptr;
};

}  // namespace collect
