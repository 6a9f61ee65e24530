// What redis-benchmark prints.
#pragma once

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "probes/workload/workload.h"

namespace collect {

/// Reads redis-benchmark's report, its short form (-q) or its table (--csv), of one instance or of
/// many. T is a test's name in lower case ("set", "lrange_100_first_100_elements"):
/// T_total_throughput_rps (the instances together), T_avg_throughput_rps, T_total_time_sec,
/// T_avg_time_sec; of the first instance T_latency_{avg,50%,95%,99%,100%}_ms as printed,
/// T_latency_{90%,99.9%}_ms (the lowest printed bound that so many requests kept) and
/// T_latency_Nms% (the share of requests that took at most N ms).
/// InvalidArgument: no result, or a test without one.
absl::Status ParseRedis(absl::string_view output, Results& results);

}  // namespace collect
