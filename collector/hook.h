// What runs before and after a run, outside of its measurement.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "probes/host/host.h"

namespace collect {

/// Runs `line` with sh and waits for it; what it prints goes to stderr, as stdout belongs to the
/// command. Signals reach it as they reach the command of a run. Errors name `option`: Cancelled
/// when somebody wants the series to end, else FailedPrecondition when the status is not 0.
absl::Status RunHook(Host& host, absl::string_view option, const std::string& line);

}  // namespace collect
