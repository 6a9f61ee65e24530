// The plain form in which any script can report results.
#pragma once

#include "absl/strings/string_view.h"
#include "probes/workload/workload.h"

namespace collect {

/// Reads these lines anywhere in the output of any command:
///
///     collect-metric NAME=VALUE [UNIT]     a result; the unit is "count" if there is none
///     NAME.pass                            a test that passed, a result NAME.pass = 1
///     NAME.fail                            a test that failed, a result NAME.fail = 1
///
/// NAME has letters, digits and _.:%/+-@ (at most 200), VALUE is a finite decimal number with a
/// point, UNIT one word (at most 32). Of a name that stands twice the first line counts. At most
/// 1000 names are kept. What is passed over is noted, of each kind once, with its line: a
/// collect-metric line that is not so, a second line of a name, and a last line without its
/// newline, whose number may be cut.
void ReadPlainMetrics(absl::string_view output, Results& results);

}  // namespace collect
