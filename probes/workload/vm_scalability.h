// What vm-scalability's usemem prints.
#pragma once

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "probes/workload/workload.h"

namespace collect {

/// Reads the lines "N bytes / N usecs = N KB/s" of all tasks: throughput (kB/s, their sum), median
/// (kB/s), stddev% (sample standard deviation over mean), workload (bytes touched); free_time (s,
/// mean of "N usecs to free memory").
/// The unit of the robot's workload is not known to us; ours is bytes.
/// InvalidArgument: no such line.
absl::Status ParseVmScalability(absl::string_view output, Results& results);

}  // namespace collect
