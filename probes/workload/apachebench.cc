// The report of ab (httpd, support/ab.c: output_results).
#include "probes/workload/apachebench.h"

#include <optional>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "probes/kernel/text_scan.h"

namespace collect {
namespace {

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

// ab prints numbers as in the C locale, and they are read so whatever the locale here (S-034).
std::optional<double> ToNumber(absl::string_view word) {
  double number = 0;
  if (!absl::SimpleAtod(word, &number)) return std::nullopt;
  return number;
}

// What stands behind `label` on the first line of `text` that begins with it and ends in `ending`.
std::optional<absl::string_view> Find(absl::string_view text, absl::string_view label,
                                      absl::string_view ending = "") {
  while (!text.empty()) {
    absl::string_view line = absl::StripTrailingAsciiWhitespace(TakeLine(text));
    if (!absl::EndsWith(line, ending) || !absl::ConsumePrefix(&line, label)) continue;
    return absl::StripLeadingAsciiWhitespace(line);
  }
  return std::nullopt;
}

absl::Status Missing(absl::string_view label) {
  return absl::InvalidArgumentError(
      absl::StrCat("ab's output has no line \"", label,
                   "\" with a number: it did not finish its report; see what it wrote"));
}

std::optional<double> FirstNumber(const std::optional<absl::string_view>& rest) {
  if (!rest.has_value()) return std::nullopt;
  return ToNumber(rest->substr(0, rest->find(' ')));
}

std::optional<double> LastNumber(absl::string_view rest) {
  return ToNumber(rest.substr(rest.rfind(' ') + 1));
}

absl::Status ReadRates(absl::string_view report, Results& results) {
  const auto requests = FirstNumber(Find(report, "Requests per second:"));
  if (!requests.has_value()) return Missing("Requests per second:");
  results.AddKpi("requests_per_second", "1/s", v1::HIGHER_IS_BETTER, *requests);
  // The second line of that name is the same time divided by the concurrency.
  const auto time = FirstNumber(Find(report, "Time per request:", "(mean)"));
  if (!time.has_value()) return Missing("Time per request:");
  results.AddKpi("time_per_request", "ms", v1::LOWER_IS_BETTER, *time);
  const auto transfer = FirstNumber(Find(report, "Transfer rate:"));
  if (!transfer.has_value()) return Missing("Transfer rate:");
  results.Add("transfer_rate", "kB/s", *transfer);
  return absl::OkStatus();
}

absl::Status ReadRequests(absl::string_view report, Results& results) {
  const auto complete = FirstNumber(Find(report, "Complete requests:"));
  if (!complete.has_value()) return Missing("Complete requests:");
  results.Add("complete_requests", "count", *complete);
  const auto failed = FirstNumber(Find(report, "Failed requests:"));
  if (!failed.has_value()) return Missing("Failed requests:");
  results.Add("failed_requests", "count", *failed);
  // ab leaves this line out when there were none.
  const auto refused = FirstNumber(Find(report, "Non-2xx responses:"));
  results.Add("non_2xx_responses", "count", refused.value_or(0));
  if (*failed > 0) results.Note(absl::StrCat(*failed, " of ", *complete, " requests failed"));
  if (refused.value_or(0) > 0) {
    results.Note(absl::StrCat(*refused, " of ", *complete,
                              " responses were not 2xx: the server "
                              "answered with errors, which may be faster than its work"));
  }
  return absl::OkStatus();
}

absl::Status ReadConnectionTimes(absl::string_view report, Results& results) {
  const size_t table = report.find("Connection Times (ms)");
  if (table == absl::string_view::npos) return Missing("Connection Times (ms)");
  for (const Step& step : kSteps) {
    const auto rest = Find(report.substr(table), step.label);
    const auto max = rest.has_value() ? LastNumber(*rest) : std::nullopt;
    if (!max.has_value()) return Missing(step.label);
    results.Add(step.name, "ms", *max);
  }
  return absl::OkStatus();
}

// Lines "  50%      5" to " 100%   2054 (longest request)". The table is left out by -d, and for a
// single request.
absl::Status ReadPercentiles(absl::string_view report, Results& results) {
  const size_t table = report.find("Percentage of the requests served");
  if (table == absl::string_view::npos) return absl::OkStatus();
  absl::string_view rest = report.substr(table);
  TakeLine(rest);
  while (!rest.empty()) {
    absl::string_view line = absl::StripLeadingAsciiWhitespace(TakeLine(rest));
    const absl::string_view percent = TakeWord(line);
    const auto latency = FirstNumber(absl::StripLeadingAsciiWhitespace(line));
    if (!absl::EndsWith(percent, "%") || !latency.has_value()) continue;
    results.Add(absl::StrCat("max_latency.", percent), "ms", *latency);
    if (percent == "100%") return absl::OkStatus();
  }
  return Missing("100%");
}

}  // namespace

absl::Status ParseApachebench(absl::string_view output, Results& results) {
  // With -v the bodies of responses stand before the report and could hold anything.
  const size_t start = output.rfind("\nConcurrency Level:");
  if (start == absl::string_view::npos) return Missing("Concurrency Level:");
  const absl::string_view report = output.substr(start + 1);
  for (auto* read : {ReadRequests, ReadRates, ReadConnectionTimes, ReadPercentiles}) {
    absl::Status status = read(report, results);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

}  // namespace collect
