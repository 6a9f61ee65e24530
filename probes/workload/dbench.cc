// The end of dbench's and tbench's output.
#include "probes/workload/dbench.h"

#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "probes/workload/output_text.h"

namespace collect {
namespace {

// " NTCreateX       3541     0.093    82.070", below "Operation      Count    AvgLat    MaxLat".
void ReadOperation(const std::vector<absl::string_view>& words, Results& results) {
  if (words.size() != 4) return;
  const auto count = ToNumber(words[1]);
  const auto average = ToNumber(words[2]);
  const auto max = ToNumber(words[3]);
  if (!count || !average || !max) return;
  results.Add(absl::StrCat(words[0], ".count"), "count", *count);
  results.Add(absl::StrCat(words[0], ".avg_latency"), "ms", *average);
  results.Add(absl::StrCat(words[0], ".max_latency"), "ms", *max);
}

}  // namespace

absl::Status ParseDbench(absl::string_view output, Results& results) {
  bool in_table = false;
  for (const absl::string_view line : WholeLines(output)) {
    const std::vector<absl::string_view> words = Words(line);
    if (!words.empty() && words[0] == "Operation") in_table = true;
    if (in_table) ReadOperation(words, results);
    const auto throughput = NumberAfter(line, "Throughput ");
    if (!absl::StartsWith(line, "Throughput ") || !throughput) continue;
    if (*throughput <= 0) {
      return absl::InvalidArgumentError(
          "dbench: throughput 0: the run was no longer than its warmup; run it longer (-t)");
    }
    results.AddKpi("throughput-MB/sec", "MB/s", v1::HIGHER_IS_BETTER, *throughput);
    const auto latency = NumberAfter(line, "max_latency=");
    if (latency) results.AddKpi("max_latency", "ms", v1::LOWER_IS_BETTER, *latency);
    return absl::OkStatus();
  }
  return NoResult("dbench", "line \"Throughput\"", "it did not finish; see what it wrote");
}

}  // namespace collect
