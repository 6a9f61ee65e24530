// A parser of output that a file declares, for benchmarks that have none here.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "probes/workload/json_path.h"
#include "probes/workload/workload.h"

namespace re2 {
class RE2;
}

namespace collect {

/// Which of several numbers counts.
enum class Which { kFirst, kLast, kSum, kMean, kMin, kMax };

/// One metric that a file declares.
struct MetricRule {
  std::string place;  ///< "FILE:LINE", for messages
  std::string name;
  std::string unit;
  v1::Direction better = v1::DIRECTION_UNSPECIFIED;  ///< unspecified: no KPI
  Which which = Which::kFirst;
  std::string where;                      ///< the expression as written
  std::shared_ptr<const re2::RE2> regex;  ///< looked for in each line; null: a json path
  std::vector<JsonStep> path;
};

/// Reads what --metrics-from FILE says, one metric a line:
///
///     # NAME              UNIT  BETTER  FORM[:WHICH]  WHERE
///     requests_per_second 1/s   higher  regex         Requests/sec: +([0-9.]+)
///     worst_latency       ms    lower   regex:max     latency=([0-9.]+)ms
///     iops                1/s   higher  json          jobs[0].read.iops
///     p99                 ns    lower   json          jobs[0].read.clat_ns.percentile["99.000000"]
///
/// BETTER is higher, lower (such metrics are KPIs) or none. A regex is RE2's, looked for in each
/// whole line, and has one group, the number; a json path leads to numbers in each JSON object of
/// the output. WHICH of several counts: first (without a WHICH), last, sum, mean, min or max. Blank
/// lines and lines that begin with "#" are passed over. InvalidArgument: "FILE:LINE: what is wrong"
/// of the first line that is; also a file without a metric. `file` is for messages only.
absl::StatusOr<std::vector<MetricRule>> ParseMetricRules(absl::string_view file,
                                                         absl::string_view text);

/// Gives every metric that is found in `output`. InvalidArgument: "FILE:LINE: ..." of the first
/// that is not.
absl::Status ReadMetrics(const std::vector<MetricRule>& rules, absl::string_view output,
                         Results& results);

}  // namespace collect
