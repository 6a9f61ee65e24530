// Every probe there is, visibly.
#pragma once

#include <cstdint>
#include <memory>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "probes/probe.h"

namespace collect {

/// When a probe is read.
enum class Moment {
  kInterval,      ///< before the command, on every tick, and after the command
  kStartAndEnd,   ///< only before and after the command
  kAfterCommand,  ///< once, when the command has ended and its output is whole
};

/// What the source asks of the user.
enum class Privilege {
  kNone,     ///< everybody may read it
  kRoot,     ///< the file is readable by root only
  kPerfmon,  ///< CAP_PERFMON, or perf_event_paranoid low enough
};

/// What one sample costs, roughly; docs/probes.md has the measured figures.
enum class Cost {
  kCheap,  ///< under 0.1 ms
  kFair,   ///< 0.1 to 1 ms, or growing with the number of CPUs
  kDear,   ///< more; gets a longer interval by default
};

/// Whether a probe is read when the user names none.
enum class Default {
  kOn,
  kOff,  ///< only when asked for (--with, --probes)
};

/// One row of the table.
struct ProbeInfo {
  absl::string_view name;
  Moment moment;
  int32_t default_interval_ms;  ///< 0 unless moment is kInterval
  Privilege privilege;
  Cost cost;
  absl::string_view source;  ///< the file or call that is read
  absl::string_view help;
  Default by_default;
  std::unique_ptr<Probe> (*make)();
};

/// All probes, in the order in which they are sampled.
absl::Span<const ProbeInfo> AllProbes();

/// The row with this name, or null.
const ProbeInfo* FindProbe(absl::string_view name);

}  // namespace collect
