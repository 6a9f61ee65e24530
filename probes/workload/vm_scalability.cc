// The lines of usemem (vm-scalability).
#include "probes/workload/vm_scalability.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "absl/strings/match.h"
#include "probes/workload/output_text.h"

namespace collect {
namespace {

double Mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double Median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

double Stddev(const std::vector<double>& values) {
  const double mean = Mean(values);
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

}  // namespace

absl::Status ParseVmScalability(absl::string_view output, Results& results) {
  std::vector<double> rates;
  std::vector<double> free_seconds;
  double bytes = 0;
  for (const absl::string_view line : WholeLines(output)) {
    const auto first = NumberAfter(line, "");
    const auto rate = NumberAfter(line, " usecs = ");
    if (first && rate && absl::EndsWith(line, " KB/s")) {
      bytes += *first;
      rates.push_back(*rate);
    }
    if (first && absl::EndsWith(line, " usecs to free memory")) {
      free_seconds.push_back(*first / 1e6);
    }
  }
  if (rates.empty()) {
    return NoResult("vm-scalability", "line \"N bytes / N usecs = N KB/s\"", "see what it wrote");
  }
  results.AddKpi("throughput", "kB/s", v1::HIGHER_IS_BETTER,
                 std::accumulate(rates.begin(), rates.end(), 0.0));
  results.AddKpi("median", "kB/s", v1::HIGHER_IS_BETTER, Median(rates));
  const double mean = Mean(rates);
  if (rates.size() > 1 && mean > 0) results.Add("stddev%", "%", 100 * Stddev(rates) / mean);
  results.Add("workload", "bytes", bytes);
  if (!free_seconds.empty()) {
    results.AddKpi("free_time", "s", v1::LOWER_IS_BETTER, Mean(free_seconds));
  }
  return absl::OkStatus();
}

}  // namespace collect
