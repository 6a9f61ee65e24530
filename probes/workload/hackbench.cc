// The three lines of hackbench (rt-tests, src/hackbench/hackbench.c).
#include "probes/workload/hackbench.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "absl/strings/match.h"
#include "probes/workload/output_text.h"

namespace collect {
namespace {

struct Runs {
  std::vector<double> kb_per_second;
  std::vector<double> seconds;
  size_t headers = 0;
};

// "Running in process mode with 2 groups using 20 file descriptors each (== 40 tasks)"
// "Each sender will pass 2000 messages of 512 bytes"
// "Time: 1.110"
Runs ReadRuns(absl::string_view output) {
  Runs runs;
  std::optional<double> tasks;
  double kb = 0;
  for (const absl::string_view line : WholeLines(output)) {
    if (absl::StartsWith(line, "Running in ")) {
      tasks = NumberAfter(line, "(== ");
      ++runs.headers;
    }
    const auto messages = NumberAfter(line, "Each sender will pass ");
    const auto bytes = NumberAfter(line, " messages of ");
    if (tasks && messages && bytes) kb = *tasks * *messages * *bytes / 1024;
    const auto seconds = NumberAfter(line, "Time: ");
    if (!absl::StartsWith(line, "Time: ") || !seconds || *seconds <= 0 || kb <= 0) continue;
    runs.kb_per_second.push_back(kb / *seconds);
    runs.seconds.push_back(*seconds);
  }
  return runs;
}

double Mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

}  // namespace

absl::Status ParseHackbench(absl::string_view output, Results& results) {
  const Runs runs = ReadRuns(output);
  if (runs.seconds.empty() || runs.seconds.size() < runs.headers) {
    return NoResult("hackbench", "line \"Time: SECONDS\" for every \"Running in ... mode\"",
                    "a run did not finish, or took less than 1 ms; see what it wrote");
  }
  const auto [worst, best] =
      std::minmax_element(runs.kb_per_second.begin(), runs.kb_per_second.end());
  results.AddKpi("throughput", "kB/s", v1::HIGHER_IS_BETTER, *best);
  results.Add("throughput_best", "kB/s", *best);
  results.Add("throughput_avg", "kB/s", Mean(runs.kb_per_second));
  results.Add("throughput_worst", "kB/s", *worst);
  const auto [shortest, longest] = std::minmax_element(runs.seconds.begin(), runs.seconds.end());
  results.Add("time_best", "s", *shortest);
  results.Add("time_avg", "s", Mean(runs.seconds));
  results.Add("time_worst", "s", *longest);
  return absl::OkStatus();
}

}  // namespace collect
