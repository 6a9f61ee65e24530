// What PostgreSQL's pgbench prints when it is done.
#pragma once

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "probes/workload/workload.h"

namespace collect {

/// Reads transactions, latency_ms, latency_stddev_ms, tps, and failed_transactions (PostgreSQL 15
/// and later). Until PostgreSQL 13 tps includes the time to connect and tps_exclude_connect does
/// not; since 14 there is one tps, without the time to connect unless -C connects each time.
/// InvalidArgument: no line "tps = "; or the run was aborted, what it did until then counts.
absl::Status ParsePgbench(absl::string_view output, Results& results);

}  // namespace collect
