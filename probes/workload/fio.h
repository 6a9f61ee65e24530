// What fio prints with --output-format=json.
#pragma once

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "probes/workload/workload.h"

namespace collect {

/// Reads fio's JSON. For D = read, write and trim, if D was done at all: D_bw_MBps (in fact MiB/s,
/// the robot's name), D_iops, D_clat_mean_ns, D_clat_stddev (ns), D_clat_{90,95,99}%_ns,
/// D_slat_mean_us, D_slat_stddev (us); latency_Nns%, latency_Nus%, latency_Nms% (share of the I/O
/// done in less than N but not in less than the N before); workload, all I/O.
///
/// Unlike the robot's: all jobs count, not the first only (bandwidths and rates are added up, means
/// weighted by the number of I/O, percentiles only given of one job); slat is in us as its name
/// says; a direction in which nothing was done is absent, not 0.
/// InvalidArgument: no JSON, or a job that ended with an error.
absl::Status ParseFio(absl::string_view output, Results& results);

}  // namespace collect
