// What will-it-scale's runtest.py prints.
#pragma once

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "probes/workload/workload.h"

namespace collect {

/// Reads the rows "tasks,processes,processes_idle,threads,threads_idle,linear". For each row of N
/// tasks: N.processes, N.threads, N.linear (operations per second) and N.processes_idle,
/// N.threads_idle (%); per_process_ops and per_thread_ops, the mean over rows of operations per
/// task; workload, all operations together; scalability, processes of the last row over linear.
///
/// Unlike the robot's, values are not cut down to whole numbers; a variant that did not run (0) is
/// absent; one that failed (-1) is absent and noted.
/// InvalidArgument: the header or every row is missing, or an assertion failed in the test.
absl::Status ParseWillItScale(absl::string_view output, Results& results);

}  // namespace collect
