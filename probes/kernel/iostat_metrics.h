// What iostat(1) -x makes of the counters of a disk.
#pragma once

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "probes/columns.h"

namespace collect {

/// Derives "iostat.DISK.*" from the columns of a disk, in the order of /proc/diskstats; what needs
/// columns that are not there is left out. Names are those of iostat(1) -x of sysstat 12, with the
/// `%` taken off as the kernel test robot does, and "await", reads and writes together, of earlier
/// ones. A mean time or size of no request is absent.
void DeriveIostat(absl::string_view disk, absl::Span<const int> columns_of_disk, Columns& columns);

}  // namespace collect
