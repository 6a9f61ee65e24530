// What netperf prints, of one instance or of many.
#pragma once

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "probes/workload/workload.h"

namespace collect {

/// Reads the result lines of all instances of the bulk tests (TCP_STREAM, TCP_MAERTS, TCP_SENDFILE,
/// SCTP_STREAM, UDP_STREAM) and of the request/response tests (*_RR, *_CRR, *_CC). With U = "Mbps"
/// or "tps": Throughput_U (mean of the instances), Throughput_total_U (their sum, divided by the
/// lines that begin with "Iteration" if there are any); ThroughputRecv_U, ThroughputRecv_total_U
/// (what a UDP_STREAM's receiver saw), ThroughputBoth_U, ThroughputBoth_total_U (sent + received);
/// workload, the transactions or messages.
///
/// Unlike the robot's, workload uses each line's own time and message size, not the last line's;
/// other units (-f) are converted to Mbps; a transfer that the receiver did not report apart is not
/// given as received.
/// InvalidArgument: no result line, an instance without one, or no header (-P 0), as only the
/// header says what the number is.
absl::Status ParseNetperf(absl::string_view output, Results& results);

}  // namespace collect
