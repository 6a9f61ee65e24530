// What hey, the HTTP load generator, prints.
#pragma once

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "probes/workload/workload.h"

namespace collect {

/// Reads requests_per_second, latency_ms.{avg,min,max,N%}, total_time (s), responses.STATUS and
/// errors. Requests without an answer and answers that are not 2xx are noted.
/// InvalidArgument: no summary, or no request was answered; hey then still prints a rate.
absl::Status ParseHey(absl::string_view output, Results& results);

}  // namespace collect
