// What perf bench (the kernel's tools/perf/bench) prints.
#pragma once

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "probes/workload/workload.h"

namespace collect {

/// Reads each benchmark B that ran ("sched-pipe", "syscall-basic", "futex-hash"): B.time (s),
/// B.usecs_per_op, B.ops_per_sec; of futex wake, wake-parallel and requeue B.time_ms; of mem, for
/// each function F, B.F.GB_per_sec.
/// InvalidArgument: no benchmark, or one without a result. mem prints "inf" for sizes that take no
/// time: that is no result.
absl::Status ParsePerfBench(absl::string_view output, Results& results);

}  // namespace collect
