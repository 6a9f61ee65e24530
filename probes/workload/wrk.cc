// The report of wrk.
#include "probes/workload/wrk.h"

#include <optional>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "absl/types/span.h"
#include "probes/workload/output_text.h"

namespace collect {
namespace {

using Lines = std::vector<absl::string_view>;

struct Scale {
  absl::string_view suffix;
  double factor;
};
constexpr Scale kToMs[] = {{"us", 1e-3}, {"ms", 1}, {"s", 1e3}, {"m", 6e4}, {"h", 3.6e6}};
constexpr Scale kToKb[] = {{"KB", 1},
                           {"MB", 1024},
                           {"GB", 1024.0 * 1024},
                           {"TB", 1024.0 * 1024 * 1024},
                           {"B", 1.0 / 1024}};

// "511.00us" in ms, "623.35KB" in kB.
std::optional<double> Scaled(absl::string_view word, absl::Span<const Scale> scales) {
  for (const Scale& scale : scales) {
    absl::string_view digits = word;
    if (!absl::ConsumeSuffix(&digits, scale.suffix)) continue;
    const auto number = ToNumber(digits);
    if (number.has_value()) return *number * scale.factor;
  }
  return std::nullopt;
}

// "    Latency     1.45ms    1.94ms  12.57ms   85.88%"
void ReadLatency(const std::vector<absl::string_view>& words, Results& results) {
  const auto mean = Scaled(words[1], kToMs);
  if (mean) results.AddKpi("latency_ms.avg", "ms", v1::LOWER_IS_BETTER, *mean);
  const auto stdev = Scaled(words[2], kToMs);
  if (stdev) results.Add("latency_ms.stdev", "ms", *stdev);
  const auto max = Scaled(words[3], kToMs);
  if (max) results.Add("latency_ms.max", "ms", *max);
}

// "     99%    8.74ms" of wrk, " 99.900%   12.57ms" of wrk2: "99%", "99.9%".
void ReadPercentile(const std::vector<absl::string_view>& words, Results& results) {
  const auto percent = ToNumber(absl::StripSuffix(words[0], "%"));
  const auto ms = Scaled(words[1], kToMs);
  if (!percent || !ms) return;
  results.AddKpi(absl::StrCat("latency_ms.", *percent, "%"), "ms", v1::LOWER_IS_BETTER, *ms);
}

void ReadErrors(absl::string_view line, Results& results) {
  constexpr absl::string_view kKinds[] = {"connect", "read", "write", "timeout"};
  if (!absl::StartsWith(line, "  Socket errors: ")) return;
  for (const absl::string_view kind : kKinds) {
    const auto count = NumberAfter(line, absl::StrCat(kind, " "));
    if (count) results.Add(absl::StrCat("socket_errors.", kind), "count", *count);
  }
  results.Note(absl::StrCat("wrk:", line));
}

// Up to the blank or uncorrected part behind the first distribution.
void ReadLatencies(const Lines& lines, Results& results) {
  bool distribution = false;
  bool done = false;
  bool averages = false;
  for (const absl::string_view line : lines) {
    const std::vector<absl::string_view> words = Words(line);
    if (!averages && words.size() == 5 && words[0] == "Latency") {
      ReadLatency(words, results);
      averages = true;
    }
    if (absl::StrContains(line, "Latency Distribution")) {
      distribution = !done;
      continue;
    }
    if (!distribution) continue;
    if (words.size() == 2 && absl::EndsWith(words[0], "%")) {
      ReadPercentile(words, results);
    } else {
      distribution = false;
      done = true;
    }
  }
}

}  // namespace

absl::Status ParseWrk(absl::string_view output, Results& results) {
  const Lines lines = WholeLines(output);
  ReadLatencies(lines, results);
  for (const absl::string_view line : lines) {
    ReadErrors(line, results);
    const auto requests = NumberAfter(line, "");
    if (requests && absl::StrContains(line, " requests in ")) {
      results.Add("requests", "count", *requests);
    }
  }
  const auto refused = FindNumber(lines, "Non-2xx or 3xx responses:");
  if (refused) results.Add("non_2xx_responses", "count", *refused);
  if (refused) results.Note(absl::StrCat(*refused, " responses were not 2xx or 3xx"));
  const auto rate = FindNumber(lines, "Requests/sec:");
  if (!rate) return NoResult("wrk", "line \"Requests/sec:\"", "it did not finish its report");
  results.AddKpi("requests_per_second", "1/s", v1::HIGHER_IS_BETTER, *rate);
  const std::vector<absl::string_view> transfer =
      Words(FindLine(lines, "Transfer/sec:").value_or(""));
  const auto kb = transfer.size() == 1 ? Scaled(transfer[0], kToKb) : std::nullopt;
  if (!kb) return NoResult("wrk", "line \"Transfer/sec:\"", "it did not finish its report");
  results.Add("transfer_rate", "kB/s", *kb);
  return absl::OkStatus();
}

}  // namespace collect
