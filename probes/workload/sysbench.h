// What sysbench prints, version 1.0 and 1.1, in each of its tests.
#pragma once

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "probes/workload/workload.h"

namespace collect {

/// Reads the report of cpu, memory, threads, mutex and oltp_*: throughput_events/s,
/// throughput_time (s), workload (events), latency_ms.{min,avg,max,95th}, events/thread.{avg,
/// stddev}, runtime/thread.{avg,stddev} (s); of memory also throughput_ops/s and throughput_MB/s
/// (in fact MiB/s, the robot's name), and there workload is the operations; of oltp also
/// transactions/s and queries/s. Of fileio: read_ and write_ operations/s, bytes_MiB/s, bytes_MB/s;
/// fsync_operations/s; latency_{min,avg,max,95th,sum}_ms.
///
/// sysbench 1.0 prints no rate of events for most tests, and fileio in MiB/s only: then the rate is
/// events by time, and MB/s is converted. Of several reports in one output the first counts.
/// InvalidArgument: the report is missing, or its last line is.
absl::Status ParseSysbench(absl::string_view output, Results& results);

}  // namespace collect
