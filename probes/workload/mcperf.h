// What mcperf (twemperf, a load generator for memcached) prints.
#pragma once

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "probes/workload/workload.h"

namespace collect {

/// Reads requests_per_second, responses_per_second, requests, responses, response_time_ms.{avg,min,
/// max,p25,p50,p75,p95,p99,p999} and errors. Errors are noted.
/// InvalidArgument: no line "Response rate:"; mcperf prints to stderr.
absl::Status ParseMcperf(absl::string_view output, Results& results);

}  // namespace collect
