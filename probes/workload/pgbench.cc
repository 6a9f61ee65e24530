// The report of pgbench.
#include "probes/workload/pgbench.h"

#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "probes/workload/output_text.h"

namespace collect {
namespace {

// "latency average: 11.7 ms" was written until PostgreSQL 9.6.
std::optional<double> FindLatency(const std::vector<absl::string_view>& lines,
                                  absl::string_view what) {
  const auto latency = FindNumber(lines, absl::StrCat("latency ", what, " = "));
  return latency.has_value() ? latency : FindNumber(lines, absl::StrCat("latency ", what, ": "));
}

void ReadTransactions(const std::vector<absl::string_view>& lines, Results& results) {
  const auto done = FindNumber(lines, "number of transactions actually processed: ");
  if (done.has_value()) results.Add("transactions", "count", *done);
  const auto failed = FindNumber(lines, "number of failed transactions: ");
  if (failed.has_value()) results.Add("failed_transactions", "count", *failed);
  if (failed.value_or(0) > 0) results.Note(absl::StrCat(*failed, " transactions failed"));
}

}  // namespace

absl::Status ParsePgbench(absl::string_view output, Results& results) {
  const std::vector<absl::string_view> lines = WholeLines(output);
  ReadTransactions(lines, results);
  const auto latency = FindLatency(lines, "average");
  if (latency.has_value()) results.AddKpi("latency_ms", "ms", v1::LOWER_IS_BETTER, *latency);
  const auto stddev = FindLatency(lines, "stddev");
  if (stddev.has_value()) results.Add("latency_stddev_ms", "ms", *stddev);
  bool any = false;
  bool aborted = false;
  for (const absl::string_view line : lines) {
    aborted |= absl::StartsWith(line, "Run was aborted");
    const auto tps = NumberAfter(line, "tps = ");
    if (!absl::StartsWith(line, "tps = ") || !tps.has_value()) continue;
    const bool excluding = absl::StrContains(line, "(excluding connections");
    if (any && !excluding) continue;
    results.AddKpi(excluding ? "tps_exclude_connect" : "tps", "1/s", v1::HIGHER_IS_BETTER, *tps);
    any = true;
  }
  if (aborted) return NoResult("pgbench", "end of the run", "it was aborted; see what it wrote");
  if (!any) return NoResult("pgbench", "line \"tps = \"", "it did not finish; see what it wrote");
  return absl::OkStatus();
}

}  // namespace collect
