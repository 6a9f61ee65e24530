// Which processes a command has left behind.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "probes/host/host.h"

namespace collect {

/// One line of the process table.
struct Process {
  pid_t pid = 0;
  pid_t parent = 0;
  char state = '?';  ///< 'R', 'S', 'T' stopped, 'Z' ended and not waited for, ...
  std::string name;
};

/// Reads /proc/PID/stat as far as the parent (man 5 proc_pid_stat); nothing if it is no such line.
std::optional<Process> ParseProcStat(absl::string_view text);

/// Whether /proc numbers processes as we do: not when it is missing or was mounted for another pid
/// namespace, in which our numbers belong to strangers.
bool ProcessTableIsOurs(Host& host);

/// The children of `ancestor`, their children and so on, without ended ones, sorted by pid.
/// Processes that end while we look are left out.
std::vector<Process> DescendantsOf(Host& host, pid_t ancestor);

}  // namespace collect
