// The report of ab (httpd, support/ab.c: output_results).
#include "probes/workload/apachebench.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "probes/workload/output_text.h"

namespace collect {
namespace {

using Lines = std::vector<absl::string_view>;

// A request's way as ab splits it. "Total:" is the last line of its table.
struct Step {
  absl::string_view label;
  absl::string_view name;
};
constexpr Step kSteps[] = {
    {"Connect:", "connection_time.connect.max"},
    {"Processing:", "connection_time.processing.max"},
    {"Waiting:", "connection_time.waiting.max"},
    {"Total:", "connection_time.total.max"},
};

absl::Status Missing(absl::string_view label) {
  return NoResult("apachebench", absl::StrCat("line \"", label, "\" with a number"),
                  "ab did not finish its report; see what it wrote");
}

// With -v the bodies of responses stand before the report and could hold anything, so it begins
// with the last line of this name.
Lines Report(absl::string_view output) {
  Lines lines = WholeLines(output);
  const auto start = std::find_if(lines.rbegin(), lines.rend(), [](absl::string_view line) {
    return absl::StartsWith(line, "Concurrency Level:");
  });
  if (start == lines.rend()) return {};
  lines.erase(lines.begin(), start.base() - 1);
  return lines;
}

// The first word behind `label` on the first line that ends in `ending`.
std::optional<double> Find(const Lines& report, absl::string_view label,
                           absl::string_view ending = "") {
  for (absl::string_view line : report) {
    if (!absl::EndsWith(line, ending) || !absl::ConsumePrefix(&line, label)) continue;
    const Lines words = Words(line);
    return words.empty() ? std::nullopt : ToNumber(words.front());
  }
  return std::nullopt;
}

absl::Status ReadRequests(const Lines& report, Results& results) {
  const auto complete = Find(report, "Complete requests:");
  if (!complete.has_value()) return Missing("Complete requests:");
  results.Add("complete_requests", "count", *complete);
  const auto failed = Find(report, "Failed requests:");
  if (!failed.has_value()) return Missing("Failed requests:");
  results.Add("failed_requests", "count", *failed);
  if (*failed > 0) results.Note(absl::StrCat(*failed, " of ", *complete, " requests failed"));
  return absl::OkStatus();
}

// ab leaves the line of errors out when there were none; it stands before that of the rate.
absl::Status ReadRates(const Lines& report, Results& results) {
  const auto requests = Find(report, "Requests per second:");
  if (!requests.has_value()) return Missing("Requests per second:");
  const double errors = Find(report, "Non-2xx responses:").value_or(0);
  results.Add("non_2xx_responses", "count", errors);
  if (errors > 0) {
    results.Note(absl::StrCat(errors,
                              " responses were not 2xx: the server answered with errors, "
                              "which may be faster than its work"));
  }
  results.AddKpi("requests_per_second", "1/s", v1::HIGHER_IS_BETTER, *requests);
  // The second line of that name is the same time divided by the concurrency.
  const auto time = Find(report, "Time per request:", "(mean)");
  if (!time.has_value()) return Missing("Time per request:");
  results.AddKpi("time_per_request", "ms", v1::LOWER_IS_BETTER, *time);
  const auto transfer = Find(report, "Transfer rate:");
  if (!transfer.has_value()) return Missing("Transfer rate:");
  results.Add("transfer_rate", "kB/s", *transfer);
  return absl::OkStatus();
}

// The maximum is the last of three columns (-S) or of five.
absl::Status ReadConnectionTimes(const Lines& report, Results& results) {
  for (const Step& step : kSteps) {
    const auto rest = FindLine(report, step.label);
    const Lines words = Words(rest.value_or(""));
    const auto max = words.empty() ? std::nullopt : ToNumber(words.back());
    if (!max.has_value()) return Missing(step.label);
    results.Add(step.name, "ms", *max);
  }
  return absl::OkStatus();
}

// Lines "  50%      5" to " 100%   2054 (longest request)". The table is left out by -d, and for a
// single request.
absl::Status ReadPercentiles(const Lines& report, Results& results) {
  auto line = std::find_if(report.begin(), report.end(), [](absl::string_view text) {
    return absl::StartsWith(text, "Percentage of the requests served");
  });
  if (line == report.end()) return absl::OkStatus();
  while (++line != report.end()) {
    const Lines words = Words(*line);
    if (words.size() < 2 || !absl::EndsWith(words[0], "%")) break;
    const auto latency = ToNumber(words[1]);
    if (!latency.has_value()) break;
    results.Add(absl::StrCat("max_latency.", words[0]), "ms", *latency);
    if (words[0] == "100%") return absl::OkStatus();
  }
  return Missing("100%");
}

}  // namespace

absl::Status ParseApachebench(absl::string_view output, Results& results) {
  const Lines report = Report(output);
  if (report.empty()) return Missing("Concurrency Level:");
  for (auto* read : {ReadRequests, ReadRates, ReadConnectionTimes, ReadPercentiles}) {
    absl::Status status = read(report, results);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

}  // namespace collect
