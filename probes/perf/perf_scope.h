// Whose work perf events count: the machine's, the command's, or a control group's.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "probes/host/host.h"
#include "probes/perf/event_group.h"

namespace collect {

/// What --scope says.
struct PerfScope {
  PerfTarget::Kind kind = PerfTarget::Kind::kEverybody;
  std::string cgroup;  ///< folder of the control group
};

/// Understands "system" (also ""), "command" and "cgroup:PATH". PATH is a folder below a mount
/// point of control groups, or a group's name as /proc/PID/cgroup has it. InvalidArgument names
/// what is wrong with it.
absl::StatusOr<PerfScope> ParsePerfScope(Host& host, absl::string_view text);

}  // namespace collect
