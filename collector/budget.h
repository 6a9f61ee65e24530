// How much of the machine the probes may use, and which of them is read less often when they use
// more. Pure arithmetic.
#pragma once

#include <cstdint>
#include <optional>

#include "absl/types/span.h"

namespace collect {

/// What one probe costs.
struct ProbeLoad {
  int64_t interval_ns = 0;
  int64_t cpu_ns = 0;       ///< of one sample
  bool is_core = false;     ///< what nearly every comparison needs; stretched last
  bool may_stretch = true;  ///< false: the user wants just this interval
};

/// The share of one CPU that all probes together may use if the user says nothing: 0.5 % and 0.02 %
/// of each further CPU, as it is then a small part of the machine, and files with a column for each
/// CPU are long.
double DefaultBudget(size_t cpus);

/// The share of one CPU that the probes use.
double UsedShare(absl::Span<const ProbeLoad> loads);

/// The probe whose interval must double next so that all come to fit into `budget` (a share of one
/// CPU): the one with the greatest share, a core probe only when no other has a share worth the
/// name. Nothing: they fit, or no interval may get longer.
std::optional<size_t> NextToStretch(absl::Span<const ProbeLoad> loads, double budget);

}  // namespace collect
