// What iperf3 prints with --json.
#pragma once

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "probes/workload/workload.h"

namespace collect {

/// Reads one or more of iperf3's JSON documents in a row; of several, means. tcp.sender.bps,
/// tcp.receiver.bps, udp.bps (bits per second) as the robot has them; also tcp.retransmits,
/// tcp.reverse.sender.bps and tcp.reverse.receiver.bps (--bidir), udp.receiver.bps, udp.jitter_ms
/// and udp.lost_percent.
/// InvalidArgument: no JSON, or what iperf3 itself gives as the error.
absl::Status ParseIperf(absl::string_view output, Results& results);

}  // namespace collect
