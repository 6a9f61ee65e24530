// A comparison as a mail, in the layout of the kernel test robot's.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collect/v1/comparison.pb.h"
#include "compare/run_data.h"

namespace collect {

/// A whole mail but for its sender and receivers: header lines with the subject
/// "[GROUP] COMMIT: KPI -37.9% regression", what was run and where, the robot's table of the
/// changed metrics and the KPIs (of all if `all`), a plot of every run's value for each KPI, and
/// the commands of `runs`. Ends with the status of LkpReport.
absl::StatusOr<std::string> MailReport(const v1::Comparison& comparison,
                                       absl::Span<const NamedRuns> runs, bool all);

}  // namespace collect
