// Why a perf event could not be opened, in sentences that say what to do.
#pragma once

#include <cstddef>
#include <string>

#include "absl/status/status.h"
#include "probes/host/host.h"
#include "probes/perf/event_group.h"

namespace collect {

/// Explains the error of Host::PerfEventOpen for counting of this kind; the code stays as it is.
/// `needed_fds` is the number of descriptors that all events on all CPUs take.
absl::Status ExplainPerfError(Host& host, const absl::Status& error, PerfTarget::Kind target,
                              size_t needed_fds);

/// Why a group that is open may never get a hardware counter: "no hardware counter is free: ...".
std::string WhoHoldsTheCounters(Host& host);

}  // namespace collect
