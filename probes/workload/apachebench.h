// What ab, the Apache HTTP server's benchmark, prints when it is done.
#pragma once

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "probes/workload/workload.h"

namespace collect {

/// Reads the report at the end of ab's output: the robot's names (requests_per_second,
/// time_per_request, transfer_rate, connection_time.STEP.max, max_latency.N%) and
/// complete_requests, failed_requests, non_2xx_responses. InvalidArgument names the line that is
/// missing: ab was stopped, could not connect, or printed HTML tables (-w).
absl::Status ParseApachebench(absl::string_view output, Results& results);

}  // namespace collect
