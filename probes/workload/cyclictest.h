// What cyclictest (rt-tests) prints.
#pragma once

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "probes/workload/workload.h"

namespace collect {

/// Reads the last line of each thread, or the summary of a histogram (-h): min_us, avg_us, max_us
/// of all threads together (the mean weighted by the cycles, which a histogram does not tell), and
/// with several threads N.min_us, N.avg_us, N.max_us of thread N.
/// InvalidArgument: neither; cyclictest needs the right to lock memory and to set priorities.
absl::Status ParseCyclictest(absl::string_view output, Results& results);

}  // namespace collect
