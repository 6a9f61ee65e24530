// What dbench and tbench print.
#pragma once

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "probes/workload/workload.h"

namespace collect {

/// Reads throughput-MB/sec, max_latency (ms, since version 4), and of each operation of the table
/// O.count, O.avg_latency and O.max_latency (ms).
/// InvalidArgument: no line "Throughput", or a throughput of 0: the run was no longer than its
/// warmup.
absl::Status ParseDbench(absl::string_view output, Results& results);

}  // namespace collect
