// The reports of redis-benchmark.
#include "probes/workload/redis.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "probes/workload/output_text.h"

namespace collect {
namespace {

struct Test {
  int reports = 0;
  double rps = 0;
  double seconds = 0;
  std::map<std::string, double> latencies;  // "latency_50%_ms"
  std::map<std::string, double> shares;     // "latency_1ms%"
};
using Tests = std::map<std::string, Test>;

// "LRANGE_100 (first 100 elements)" is "lrange_100_first_100_elements".
std::string NameOf(absl::string_view title) {
  std::string name;
  for (const char c : title) {
    if (absl::ascii_isalnum(c)) {
      name += absl::ascii_tolower(c);
    } else if (!name.empty() && name.back() != '_') {
      name += '_';
    }
  }
  while (!name.empty() && name.back() == '_') name.pop_back();
  return name;
}

void KeepLatency(Test& test, absl::string_view what, std::optional<double> ms) {
  if (ms.has_value()) test.latencies.emplace(absl::StrCat("latency_", what, "_ms"), *ms);
}

// The long report, which begins with "====== SET ======".
class LongReport {
 public:
  explicit LongReport(Tests& tests) : tests_(tests) {}

  void Read(absl::string_view line) {
    if (absl::StartsWith(line, "====== ") && absl::EndsWith(line, " ======") && line.size() > 14) {
      test_ = &tests_[NameOf(line.substr(7, line.size() - 14))];
      cumulative_ = false;
    }
    if (test_ == nullptr) return;
    if (absl::StrContains(line, " requests completed in ")) {
      seconds_ = NumberAfter(line, "completed in ").value_or(0);
    }
    cumulative_ |= absl::StartsWith(line, "Cumulative distribution");
    if (absl::StrContains(line, "% <= ")) ReadShare(line);
    ReadRate(line);
    ReadSummary(Words(line));
  }

 private:
  // "93.750% <= 0.367 milliseconds (...)"; until Redis 6.0 "99.90% <= 1 milliseconds" alone.
  void ReadShare(absl::string_view line) {
    const std::vector<absl::string_view> words = Words(line);
    const auto percent = NumberAfter(line, "");
    const auto ms = NumberAfter(line, "<= ");
    if (!percent || !ms || words.size() < 4) return;
    for (const double wanted : {90.0, 99.9}) {
      if (*percent >= wanted) KeepLatency(*test_, absl::StrCat(wanted, "%"), ms);
    }
    if (cumulative_ || words.size() == 4) {
      test_->shares.emplace(absl::StrCat("latency_", words[2], "ms%"), *percent);
    }
  }

  // "throughput summary: 72727.27 requests per second"; until Redis 6.0 without the label.
  void ReadRate(absl::string_view line) {
    if (!absl::EndsWith(line, " requests per second")) return;
    const std::vector<absl::string_view> words = Words(line);
    const auto rps = words.size() < 4 ? std::nullopt : ToNumber(words[words.size() - 4]);
    if (!rps) return;
    ++test_->reports;
    test_->rps += *rps;
    test_->seconds += seconds_;
  }

  // The row below "avg  min  p50  p95  p99  max".
  void ReadSummary(const std::vector<absl::string_view>& words) {
    if (words.size() == 6 && words[2] == "p50") {
      in_summary_ = true;
      return;
    }
    if (std::exchange(in_summary_, false) && words.size() == 6) {
      KeepLatency(*test_, "avg", ToNumber(words[0]));
      KeepLatency(*test_, "50%", ToNumber(words[2]));
      KeepLatency(*test_, "95%", ToNumber(words[3]));
      KeepLatency(*test_, "99%", ToNumber(words[4]));
      KeepLatency(*test_, "100%", ToNumber(words[5]));
    }
  }

  Tests& tests_;
  Test* test_ = nullptr;
  double seconds_ = 0;
  bool cumulative_ = false;
  bool in_summary_ = false;
};

// -q: "SET: 86206.90 requests per second, p50=0.295 msec"; until Redis 6.0 without the p50.
void ReadShortLine(absl::string_view line, Tests& tests) {
  const size_t rate = line.find(" requests per second");
  const size_t colon = line.rfind(": ", rate);
  if (rate == absl::string_view::npos || colon == absl::string_view::npos) return;
  if (absl::StrContains(line, "throughput summary: ")) return;  // of the long report
  const auto rps = NumberAfter(line.substr(colon), ": ");
  if (!rps) return;
  Test& test = tests[NameOf(line.substr(0, colon))];
  ++test.reports;
  test.rps += *rps;
  KeepLatency(test, "50%", NumberAfter(line, "p50="));
}

// --csv: "SET","86580.09","0.307","0.072","0.303","0.359","0.439","3.207"
void ReadTableRow(absl::string_view line, Tests& tests) {
  const std::vector<absl::string_view> cells =
      absl::StrSplit(line.substr(1, line.size() - 2), "\",\"");
  const auto rps = cells.size() > 1 ? ToNumber(cells[1]) : std::nullopt;
  if (!rps) return;
  Test& test = tests[NameOf(cells[0])];
  ++test.reports;
  test.rps += *rps;
  if (cells.size() < 8) return;
  KeepLatency(test, "avg", ToNumber(cells[2]));
  KeepLatency(test, "50%", ToNumber(cells[4]));
  KeepLatency(test, "95%", ToNumber(cells[5]));
  KeepLatency(test, "99%", ToNumber(cells[6]));
  KeepLatency(test, "100%", ToNumber(cells[7]));
}

void Give(const std::string& name, const Test& test, Results& results) {
  const auto full = [&](absl::string_view what) { return absl::StrCat(name, "_", what); };
  results.AddKpi(full("total_throughput_rps"), "1/s", v1::HIGHER_IS_BETTER, test.rps);
  results.AddKpi(full("avg_throughput_rps"), "1/s", v1::HIGHER_IS_BETTER, test.rps / test.reports);
  if (test.seconds > 0) {
    results.Add(full("total_time_sec"), "s", test.seconds);
    results.Add(full("avg_time_sec"), "s", test.seconds / test.reports);
  }
  for (const auto& [what, ms] : test.latencies) {
    results.AddKpi(full(what), "ms", v1::LOWER_IS_BETTER, ms);
  }
  for (const auto& [what, percent] : test.shares) results.Add(full(what), "%", percent);
}

}  // namespace

absl::Status ParseRedis(absl::string_view output, Results& results) {
  Tests tests;
  LongReport report(tests);
  for (const absl::string_view line : WholeLines(output)) {
    report.Read(line);
    ReadShortLine(line, tests);
    if (line.size() > 2 && line.front() == '"' && line.back() == '"') ReadTableRow(line, tests);
  }
  for (const auto& [name, test] : tests) {
    if (test.reports > 0) Give(name, test, results);
  }
  for (const auto& [name, test] : tests) {
    if (test.reports == 0) {
      return NoResult("redis", absl::StrCat("result of ", name), "it did not finish");
    }
  }
  if (tests.empty()) {
    return NoResult("redis", "line \"requests per second\"", "see what redis-benchmark wrote");
  }
  return absl::OkStatus();
}

}  // namespace collect
