// What UnixBench's ./Run prints.
#pragma once

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "probes/workload/workload.h"

namespace collect {

/// Reads score (the index, also the partial one of single tests); of each test T, in lower case
/// with "_", T.throughput (in the test's own unit), T.index and T.pass = 1; if there was one test
/// only, also throughput and workload (seconds times throughput) as the robot has them. ./Run goes
/// through the tests with one copy and then with one per CPU: the last round counts, and that is
/// noted.
/// InvalidArgument: no index; ./Run prints it when all tests are done.
absl::Status ParseUnixbench(absl::string_view output, Results& results);

}  // namespace collect
