// The report of mcperf (twemperf).
#include "probes/workload/mcperf.h"

#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "probes/workload/output_text.h"

namespace collect {
namespace {

// "Response time [ms]: p95 1.0 p99 1.0 p999 3.0": pairs of a name and a number.
void ReadTimes(absl::string_view line, Results& results) {
  const std::vector<absl::string_view> words = Words(line);
  for (size_t i = 3; i + 1 < words.size(); i += 2) {
    const auto ms = ToNumber(words[i + 1]);
    if (!ms || words[i] == "stddev") continue;
    results.AddKpi(absl::StrCat("response_time_ms.", words[i]), "ms", v1::LOWER_IS_BETTER, *ms);
  }
}

}  // namespace

absl::Status ParseMcperf(absl::string_view output, Results& results) {
  bool responses = false;
  bool end = false;
  for (const absl::string_view line : WholeLines(output)) {
    const auto rate = NumberAfter(line, "rate: ");
    if (absl::StartsWith(line, "Request rate: ") && rate) {
      results.AddKpi("requests_per_second", "1/s", v1::HIGHER_IS_BETTER, *rate);
    } else if (absl::StartsWith(line, "Response rate: ") && rate) {
      results.AddKpi("responses_per_second", "1/s", v1::HIGHER_IS_BETTER, *rate);
      responses = true;
    } else if (absl::StartsWith(line, "Response time [ms]: ")) {
      ReadTimes(line, results);
    } else if (absl::StartsWith(line, "Total: connections ")) {
      const auto sent = NumberAfter(line, " requests ");
      if (sent) results.Add("requests", "count", *sent);
      const auto received = NumberAfter(line, " responses ");
      if (received) results.Add("responses", "count", *received);
    } else if (absl::StartsWith(line, "Errors: total ")) {
      const auto errors = NumberAfter(line, "total ");
      if (errors) results.Add("errors", "count", *errors);
      if (errors.value_or(0) > 0) results.Note(absl::StrCat("mcperf: ", line));
      end = true;
    }
  }
  if (!responses || !end) {
    return NoResult("mcperf", "lines \"Response rate:\" and \"Errors: total\"",
                    "it prints to stderr; run it as sh -c \"mcperf ... 2>&1\"");
  }
  return absl::OkStatus();
}

}  // namespace collect
