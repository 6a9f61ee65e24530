// Why a perf event could not be opened, in sentences that say what to do.
#pragma once

#include <cstddef>

#include "absl/status/status.h"
#include "probes/host/host.h"

namespace collect {

/// Explains the error of Host::PerfEventOpen for system-wide counting; the code stays as it is.
/// `needed_fds` is the number of descriptors that all events on all CPUs take.
absl::Status ExplainPerfError(Host& host, const absl::Status& error, size_t needed_fds);

}  // namespace collect
