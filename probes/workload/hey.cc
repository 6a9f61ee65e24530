// The summary of hey (requester/print.go).
#include "probes/workload/hey.h"

#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "probes/workload/output_text.h"

namespace collect {
namespace {

using Lines = std::vector<absl::string_view>;

void ReadLatencies(const Lines& lines, Results& results) {
  const auto add = [&](absl::string_view label, absl::string_view name) {
    const auto seconds = FindNumber(lines, label);
    if (seconds) results.AddKpi(name, "ms", v1::LOWER_IS_BETTER, *seconds * 1000);
  };
  add("Average:", "latency_ms.avg");
  add("Fastest:", "latency_ms.min");
  add("Slowest:", "latency_ms.max");
  for (const absl::string_view line : lines) {  // "  99% in 0.0052 secs"
    const Lines words = Words(line);
    if (words.size() != 4 || words[1] != "in" || words[3] != "secs") continue;
    const auto percent = ToNumber(absl::StripSuffix(words[0], "%"));
    const auto seconds = ToNumber(words[2]);
    if (!percent || !seconds) continue;
    results.AddKpi(absl::StrCat("latency_ms.", *percent, "%"), "ms", v1::LOWER_IS_BETTER,
                   *seconds * 1000);
  }
}

// "  [200]   200 responses"; "  [20]  Get ..." below "Error distribution:" counts errors. The
// number of answers.
double ReadAnswers(const Lines& lines, Results& results) {
  double answers = 0;
  double errors = 0;
  bool in_errors = false;
  for (const absl::string_view line : lines) {
    in_errors |= line == "Error distribution:";
    const Lines words = Words(line);
    if (words.size() < 2 || !absl::StartsWith(words[0], "[")) continue;
    const auto in_brackets = NumberAfter(words[0], "[");
    if (in_brackets && in_errors) errors += *in_brackets;
    const auto count = ToNumber(words[1]);
    if (in_errors || !in_brackets || !count || words.size() != 3) continue;
    if (words[2] != "responses") continue;
    results.Add(absl::StrCat("responses.", *in_brackets), "count", *count);
    answers += *count;
    if (*in_brackets < 200 || *in_brackets > 299) {
      results.Note(absl::StrCat(*count, " answers had status ", *in_brackets));
    }
  }
  results.Add("errors", "count", errors);
  if (errors > 0) results.Note(absl::StrCat(errors, " requests were not answered"));
  return answers;
}

}  // namespace

absl::Status ParseHey(absl::string_view output, Results& results) {
  const Lines lines = WholeLines(output);
  if (!FindLine(lines, "Status code distribution:").has_value()) {
    return NoResult("hey", "line \"Status code distribution:\"", "it did not finish its summary");
  }
  if (ReadAnswers(lines, results) <= 0) {
    return absl::InvalidArgumentError("hey: no request was answered; see its error distribution");
  }
  ReadLatencies(lines, results);
  const auto seconds = FindNumber(lines, "Total:");
  if (seconds) results.Add("total_time", "s", *seconds);
  const auto rate = FindNumber(lines, "Requests/sec:");
  if (!rate) return NoResult("hey", "line \"Requests/sec:\"", "see what it wrote");
  results.AddKpi("requests_per_second", "1/s", v1::HIGHER_IS_BETTER, *rate);
  return absl::OkStatus();
}

}  // namespace collect
