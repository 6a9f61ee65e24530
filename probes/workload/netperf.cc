// The classic tables of netperf (its manual, chapters 5 and 6).
#include "probes/workload/netperf.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "probes/workload/output_text.h"

namespace collect {
namespace {

enum class Table { kNone, kStream, kDatagram, kTransactions };

// What one unit of the header's last line is in Mbps.
struct Unit {
  absl::string_view text;
  double mbps;
};
constexpr Unit kUnits[] = {
    {"10^3bits", 1e-3},   {"10^6bits", 1},      {"10^9bits", 1e3},
    {"KBytes", 0.008192}, {"MBytes", 8.388608}, {"GBytes", 8589.934592},
};

struct Totals {
  int instances = 0;
  int headers = 0;
  int iterations = 0;
  int received = 0;
  double throughput = 0;
  double receive_throughput = 0;
  double workload = 0;
};

class Reader {
 public:
  void Read(absl::string_view line) {
    if (absl::StartsWith(line, "Iteration")) ++totals_.iterations;
    const std::vector<absl::string_view> words = Words(line);
    if (words.empty()) return;
    ReadHeader(line);
    std::vector<double> numbers;
    for (absl::string_view word : words) {
      const auto number = ToNumber(word);
      if (!number.has_value()) return;
      numbers.push_back(*number);
    }
    ReadNumbers(numbers);
  }
  const Totals& totals() const { return totals_; }
  bool transactions() const { return table_ == Table::kTransactions; }

 private:
  void ReadHeader(absl::string_view line) {
    if (absl::StrContains(line, " TEST from ")) ++totals_.headers;
    if (absl::StrContains(line, "Message  Elapsed")) table_ = Table::kStream;
    if (absl::StrContains(line, "Elapsed      Messages")) table_ = Table::kDatagram;
    if (absl::StrContains(line, "Elapsed  Trans.")) table_ = Table::kTransactions;
    for (const Unit& unit : kUnits) {
      if (absl::StrContains(line, unit.text)) mbps_ = unit.mbps;
    }
  }

  // Further columns hold utilization and service demand (-c, -C).
  void ReadNumbers(const std::vector<double>& n) {
    if (table_ == Table::kTransactions && n.size() >= 6) AddTransactions(n[5], n[4]);
    if (table_ == Table::kStream && n.size() >= 5) AddBulk(n[4], n[3], n[2]);
    if (table_ == Table::kDatagram && n.size() >= 6) AddBulk(n[5], n[2], n[1]);
    // The receiver's line lacks the message size and the errors.
    if (table_ == Table::kDatagram && (n.size() == 4 || n.size() == 5)) AddReceived(n[3], n[1]);
  }

  void AddTransactions(double rate, double seconds) {
    ++totals_.instances;
    totals_.throughput += rate;
    totals_.workload += rate * seconds;
  }
  void AddBulk(double rate, double seconds, double message_bytes) {
    ++totals_.instances;
    totals_.throughput += rate * mbps_;
    message_bytes_ = message_bytes;
    AddMessages(rate, seconds);
  }
  void AddReceived(double rate, double seconds) {
    ++totals_.received;
    totals_.receive_throughput += rate * mbps_;
    AddMessages(rate, seconds);
  }
  void AddMessages(double rate, double seconds) {
    if (message_bytes_ > 0) totals_.workload += rate * mbps_ * seconds * 1e6 / 8 / message_bytes_;
  }

  Table table_ = Table::kNone;
  double mbps_ = 1;
  double message_bytes_ = 0;
  Totals totals_;
};

void Give(absl::string_view name, absl::string_view unit, double sum, const Totals& totals,
          bool kpi, Results& results) {
  const double mean = sum / totals.instances;
  const double total = sum / std::max(totals.iterations, 1);
  const std::string mean_name = absl::StrCat(name, "_", unit);
  const std::string total_name = absl::StrCat(name, "_total_", unit);
  if (!kpi) {
    results.Add(mean_name, unit, mean);
    results.Add(total_name, unit, total);
    return;
  }
  results.AddKpi(mean_name, unit, v1::HIGHER_IS_BETTER, mean);
  results.AddKpi(total_name, unit, v1::HIGHER_IS_BETTER, total);
}

}  // namespace

absl::Status ParseNetperf(absl::string_view output, Results& results) {
  Reader reader;
  absl::c_for_each(WholeLines(output), [&](absl::string_view line) { reader.Read(line); });
  const Totals& totals = reader.totals();
  if (totals.headers == 0) {
    return NoResult("netperf", "header \"... TEST from ...\"",
                    "run it without -P 0, the header says what the numbers are");
  }
  if (totals.instances > 0) {
    const absl::string_view unit = reader.transactions() ? "tps" : "Mbps";
    Give("Throughput", unit, totals.throughput, totals, true, results);
    if (totals.received > 0) {
      Give("ThroughputRecv", unit, totals.receive_throughput, totals, true, results);
    }
    Give("ThroughputBoth", unit, totals.throughput + totals.receive_throughput, totals, false,
         results);
    results.Add("workload", "count", totals.workload / std::max(totals.iterations, 1));
  }
  if (totals.instances < totals.headers) {
    return NoResult("netperf", "line of results for each header",
                    absl::StrCat("only ", totals.instances, " of ", totals.headers,
                                 " instances reported; see what the others wrote"));
  }
  return absl::OkStatus();
}

}  // namespace collect
