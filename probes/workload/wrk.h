// What wrk and wrk2 print.
#pragma once

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "probes/workload/workload.h"

namespace collect {

/// Reads requests_per_second, transfer_rate (kB/s), requests, latency_ms.{avg,stdev,max} (of each
/// thread's requests), latency_ms.N% where it was asked for (--latency; wrk2's corrected ones), and
/// the errors: socket_errors.{connect,read,write,timeout}, non_2xx_responses. Errors are noted.
/// InvalidArgument: no line "Requests/sec:" or "Transfer/sec:".
absl::Status ParseWrk(absl::string_view output, Results& results);

}  // namespace collect
