// What schbench, the scheduler's benchmark, prints.
#pragma once

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "probes/workload/workload.h"

namespace collect {

/// Reads the last report (it prints one every few seconds): wakeup_latency_us.N% and .max,
/// request_latency_us.N% and .max, rps.N%, average_rps; of versions before 2023 latency_us.N% and
/// .max alone. KPIs are the 50 % and 99 % of latencies and average_rps.
/// InvalidArgument: no percentiles; those versions print to stderr.
absl::Status ParseSchbench(absl::string_view output, Results& results);

}  // namespace collect
