// Events that sysfs describes: by PMU and terms, or by a name in a PMU's events/.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "probes/host/host.h"
#include "probes/perf/event_group.h"

namespace collect {

/// Finds "PMU/event/", "PMU/term=value,.../" or both together, on the CPUs that the PMU's cpumask
/// or cpus names. Terms are those of the PMU's format/ and config, config1, config2, config3; the
/// kernel's own names are events of every PMU of cores. A PMU without such a folder stands for all
/// that are called so with a number behind: "uncore_imc" for uncore_imc_0 and uncore_imc_1, each
/// with an event of its own name. NotFound: there is no such PMU or event; InvalidArgument names
/// the term that is not one of the PMU's or too large.
absl::StatusOr<std::vector<GroupSpec>> FindPmuEvent(Host& host, absl::string_view text);

/// The event of this name on each PMU that has it in its events/; NotFound: none has.
absl::StatusOr<std::vector<GroupSpec>> FindSysfsEvent(Host& host, absl::string_view name);

/// "PMU/event/" for every event in sysfs.
std::vector<std::string> SysfsEventNames(Host& host);

}  // namespace collect
