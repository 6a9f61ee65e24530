// Events by the names of libpfm4, which are those of the CPU makers' manuals.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "probes/perf/event_group.h"

namespace collect {

/// Finds "L1D.REPLACEMENT", also with its PMU in front and filters behind:
/// "skx::L1D.REPLACEMENT:c=1". The library looks at the CPU that it runs on by itself, and for the
/// types of PMUs at /sys; it is made ready when this is first called. NotFound: it knows no such
/// event of this CPU, and says what it stumbled at.
absl::StatusOr<EventSpec> FindPfmEvent(absl::string_view name);

/// "L1D.REPLACEMENT" for every event of this CPU's PMUs and every unit mask of it.
std::vector<std::string> PfmEventNames();

}  // namespace collect
