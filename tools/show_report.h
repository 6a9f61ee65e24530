// What `collect show` prints, in its three forms. All three give the same numbers (S-047).
#pragma once

#include <string>
#include <vector>

#include "absl/types/span.h"
#include "archive/records.h"
#include "tools/load_runs.h"

namespace collect {

/// One metric of a run, as it is shown.
struct ShownMetric {
  const v1::MetricRecord* record;
  std::vector<Point> series;  ///< empty unless asked for
};

/// One run, as it is shown.
struct ShownRun {
  const LoadedRun* run;
  std::vector<ShownMetric> metrics;
};

/// For people: facts, health of the probes, trouble, metrics.
std::string ShowText(absl::Span<const ShownRun> runs);
/// One array with an object for each run; docs/man/collect.1 names the fields.
std::string ShowJson(absl::Span<const ShownRun> runs);
/// One line for each run and metric; with series, one for each run, metric and point.
std::string ShowCsv(absl::Span<const ShownRun> runs, bool series);

}  // namespace collect
