// What hackbench (rt-tests, and perf bench's ancestor) prints when it is done.
#pragma once

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "probes/workload/workload.h"

namespace collect {

/// Reads one or more outputs of hackbench in a row: throughput (= throughput_best), throughput_avg
/// and throughput_worst in kB/s, and time_avg, time_best, time_worst in s. Of several runs in
/// parallel (hackbench started by several shells at once) the lines may be mixed; their headers
/// must be equal.
///
/// The robot takes the size of the last header for all runs, keeps throughput_avg with two decimals
/// only and cuts the size down to whole kB; here each run has its own header's size, unrounded.
/// InvalidArgument: a header without its "Time:", or neither.
absl::Status ParseHackbench(absl::string_view output, Results& results);

}  // namespace collect
