// What the programs of lmbench print.
#pragma once

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "probes/workload/workload.h"

namespace collect {

/// Reads one program's output or the results file of many: "LABEL: N microseconds" as LABEL_us,
/// nanoseconds as LABEL_ns, "LABEL: N MB/sec" and "LABEL: N KB/sec" as LABEL_MBps and LABEL_KBps,
/// with blanks in LABEL as "_"; tables of lat_ctx and lat_mem_rd, headed by a line such as
/// "\"stride=64", as HEADING.SIZE; a line of two numbers alone, as bw_mem prints, as SIZEMB_MBps.
/// All are KPIs.
/// InvalidArgument: no such line; lmbench prints to stderr.
absl::Status ParseLmbench(absl::string_view output, Results& results);

}  // namespace collect
