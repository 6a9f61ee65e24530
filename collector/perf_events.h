// Looking at --events before anything runs.
#pragma once

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "probes/host/host.h"

namespace collect {

/// Whether this machine knows every event of the list; empty: nothing is asked for. The message
/// names the event or the character at fault, and the known event that is nearest in name.
absl::Status CheckPerfEvents(Host& host, absl::string_view events);

}  // namespace collect
