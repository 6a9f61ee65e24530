// Waiting between runs.
#pragma once

#include <cstdint>

#include "probes/host/host.h"

namespace collect {

/// Waits for `time_ns`. False as soon as a signal says that somebody wants the whole to end.
bool Pause(Host& host, int64_t time_ns);

}  // namespace collect
