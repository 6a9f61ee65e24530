// Percentages of the time of CPUs, as three tools have them.
#pragma once

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "probes/columns.h"
#include "probes/kernel/cpu_time.h"

namespace collect {

/// CPUs whose columns are added up. In an interval that a CPU was not there for it adds nothing.
using CpuTimes = absl::Span<const CpuTime* const>;

/// "PREFIX.USE%" of each use, as mpstat(1) computes them: guests' time is not the user's.
void DeriveMpstat(absl::string_view prefix, CpuTimes cpus, Columns& columns);

/// "vmstat.cpu.{us,sy,id,wa,st,gu}", as vmstat(8) of procps 4 computes them: us without guests.
void DeriveVmstatCpu(CpuTimes cpus, Columns& columns);

/// "iostat.cpu.{user,nice,system,iowait,steal,idle}", as iostat(1) computes them: user and nice
/// with guests.
void DeriveIostatCpu(CpuTimes cpus, Columns& columns);

}  // namespace collect
