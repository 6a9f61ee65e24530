// What the command used, as GNU time -v prints it.
#pragma once

#include "probes/probe.h"

namespace collect {

/// Metrics "TESTCASE.time.NAME" with GNU time's names and units: seconds, kB, counts, per cent of
/// one CPU. They come from wait4(2) and the clock, once, when the command has ended.
class TimeProbe : public Probe {
 public:
  absl::Status Open(const ProbeContext& context, Columns& columns) override;
  absl::Status Read(Columns& columns) override;

 private:
  const Command* command_ = nullptr;
};

}  // namespace collect
