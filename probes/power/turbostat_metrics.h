// The metrics of turbostat as formulas over what its sources read.
#pragma once

#include "absl/types/span.h"
#include "probes/columns.h"
#include "probes/power/reading.h"

namespace collect {

/// Derives what the readings allow, by the definitions of turbostat(8): of the whole machine
/// ("turbostat.Busy%", the summary row), of each package ("turbostat.pkgN.Busy%") and of each core
/// ("turbostat.pkgN.coreM.Busy%"). All are ratios of sums: of the whole machine, clocks and idle
/// residencies are means over CPUs, cores or packages; watts and RAPL's throttling are summed up.
void DeriveTurbostat(const Readings& readings, absl::Span<const CpuPlace> places, Columns& columns);

}  // namespace collect
