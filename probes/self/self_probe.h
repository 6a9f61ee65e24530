// What `collect` itself costs.
#pragma once

#include <vector>

#include "probes/probe.h"

namespace collect {

/// Metrics "collect.cpu_ms", "collect.rss_kb", "collect.bytes_written", "collect.missed_ticks" and,
/// for each probe, "collect.probe.NAME.cpu_us" and ".wall_us": the time its samples took.
class SelfProbe : public Probe {
 public:
  absl::Status Open(const ProbeContext& context, Columns& columns) override;
  absl::Status Read(Columns& columns) override;

 private:
  void DeclareProbes(Columns& columns);
  absl::Status ReadResidentSize(Columns& columns);

  Host* host_ = nullptr;
  const OwnCost* cost_ = nullptr;
  TextFile statm_;
  std::vector<int> probe_columns_;  // of cpu_us; wall_us is the next
};

}  // namespace collect
