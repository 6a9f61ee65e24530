// What openssl speed prints.
#pragma once

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "probes/workload/workload.h"

namespace collect {

/// Reads the tables at the end: for each cipher or digest A and block size N, A.N_bytes (kB/s, in
/// 1000s of bytes); for each key operation A ("rsa-2048-bits"), its rates A.sign/s, A.verify/s,
/// A.op/s and so on, as the table is headed. All are KPIs.
/// InvalidArgument: no table (-mr prints another form).
absl::Status ParseOpensslSpeed(absl::string_view output, Results& results);

}  // namespace collect
