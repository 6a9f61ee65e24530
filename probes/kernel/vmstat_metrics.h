// What vmstat(8) makes of /proc/meminfo and /proc/vmstat.
#pragma once

#include "probes/columns.h"
#include "probes/kernel/field_table.h"

namespace collect {

/// Derives "vmstat.memory.{swpd,free,buff,cache}" (kB) from the fields of /proc/meminfo, as
/// procps 4 does: the cache is that of files and of reclaimable slabs.
void DeriveVmstatMemory(const FieldTable& meminfo, Columns& columns);

/// Derives "vmstat.swap.{si,so}" and "vmstat.io.{bi,bo}", all in kB/s, from the fields of
/// /proc/vmstat. A page is taken to be of the size that the running kernel has.
void DeriveVmstatRates(const FieldTable& vmstat, Columns& columns);

}  // namespace collect
