// The percentiles of schbench.
#include "probes/workload/schbench.h"

#include <map>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "probes/workload/output_text.h"

namespace collect {
namespace {

struct Table {
  absl::string_view heading;
  absl::string_view name;
  absl::string_view unit;
};
constexpr Table kTables[] = {
    {"Wakeup Latencies percentiles", "wakeup_latency_us", "us"},
    {"Request Latencies percentiles", "request_latency_us", "us"},
    {"RPS percentiles", "rps", "1/s"},
    {"Latency percentiles", "latency_us", "us"},
};

struct Percentile {
  absl::string_view unit;
  double value;
};

class Reader {
 public:
  void Read(absl::string_view line) {
    for (const Table& table : kTables) {
      if (absl::StartsWith(line, table.heading)) table_ = &table;
    }
    if (table_ == nullptr) return;
    std::vector<absl::string_view> words = Words(line);
    if (!words.empty() && words[0] == "*") words.erase(words.begin());
    if (words.size() < 2) return;
    // "* 99.0th: 316   (1670597 samples)", "*99.0000th: 2132", "min=1, max=1487"
    absl::string_view rank = absl::StripPrefix(words[0], "*");
    const auto value = ToNumber(words[1]);
    const auto percent = absl::ConsumeSuffix(&rank, "th:") ? ToNumber(rank) : std::nullopt;
    if (value && percent) Keep(absl::StrCat(*percent, "%"), *value);
    const auto max = NumberAfter(words[1], "max=");
    if (max && table_->unit == "us") Keep("max", *max);
  }
  const std::map<std::string, Percentile>& percentiles() const { return percentiles_; }

 private:
  void Keep(absl::string_view what, double value) {
    percentiles_[absl::StrCat(table_->name, ".", what)] = {table_->unit, value};
  }

  const Table* table_ = nullptr;
  std::map<std::string, Percentile> percentiles_;
};

bool IsKpi(absl::string_view name) {
  return absl::StrContains(name, "latency") &&
         (absl::EndsWith(name, ".50%") || absl::EndsWith(name, ".99%"));
}

}  // namespace

absl::Status ParseSchbench(absl::string_view output, Results& results) {
  const std::vector<absl::string_view> lines = WholeLines(output);
  Reader reader;
  for (const absl::string_view line : lines) reader.Read(line);
  for (const auto& [name, percentile] : reader.percentiles()) {
    if (IsKpi(name)) {
      results.AddKpi(name, percentile.unit, v1::LOWER_IS_BETTER, percentile.value);
    } else {
      results.Add(name, percentile.unit, percentile.value);
    }
  }
  const auto rps = FindNumber(lines, "average rps:");
  if (rps) results.AddKpi("average_rps", "1/s", v1::HIGHER_IS_BETTER, *rps);
  if (reader.percentiles().empty()) {
    return NoResult("schbench", "percentiles",
                    "old versions print to stderr; run it as sh -c \"schbench ... 2>&1\"");
  }
  const bool has_rps = reader.percentiles().count("rps.50%") != 0;
  if (has_rps && !rps) return NoResult("schbench", "line \"average rps:\"", "it did not finish");
  return absl::OkStatus();
}

}  // namespace collect
