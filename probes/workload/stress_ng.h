// What stress-ng prints with --metrics-brief or --metrics, or writes with --yaml.
#pragma once

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "probes/workload/workload.h"

namespace collect {

/// Reads the table of metrics, or the YAML of "-Y /dev/stdout" if there is no table. For each
/// stressor S: S.ops, S.ops_per_sec (real time) and S.pass = 1; or S.fail = 1 alone if it did
/// nothing. Miscellaneous metrics become S.DESCRIPTION, with blanks, commas, brackets and colons as
/// "_", and S.DESCRIPTION.pass or .fail; in YAML they only have a lower-case name, which is taken.
///
/// Unlike the robot's, a stressor that reported a failure ("stress-ng: fail: [PID] S: ...") is
/// S.fail and keeps its numbers, whichever stressor it is.
/// InvalidArgument: no table, or one that is cut. stress-ng prints it to stderr unless it is given
/// --stdout.
absl::Status ParseStressNg(absl::string_view output, Results& results);

}  // namespace collect
