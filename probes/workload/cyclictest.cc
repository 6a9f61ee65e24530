// The lines of cyclictest.
#include "probes/workload/cyclictest.h"

#include <algorithm>
#include <map>
#include <vector>

#include "absl/strings/str_cat.h"
#include "probes/workload/output_text.h"

namespace collect {
namespace {

struct Thread {
  double cycles = 1;
  double min = 0;
  double avg = 0;
  double max = 0;
};
using Threads = std::map<int, Thread>;

// "T: 0 (27805) P: 0 I:1000 C:    997 Min:     63 Act:   69 Avg:   69 Max:    3740". Without -q
// codes that move the cursor stand before it and it is repeated; the last one counts.
void ReadThread(absl::string_view line, Threads& threads) {
  const size_t start = line.find("T:");
  if (start == absl::string_view::npos) return;
  const auto number = NumberAfter(line.substr(start), "T:");
  const auto cycles = NumberAfter(line, " C:");
  const auto min = NumberAfter(line, " Min:");
  const auto avg = NumberAfter(line, " Avg:");
  const auto max = NumberAfter(line, " Max:");
  if (!number || !cycles || !min || !avg || !max) return;
  if (*number < 0 || *number > 1e6 || *cycles <= 0) return;
  threads[static_cast<int>(*number)] = {*cycles, *min, *avg, *max};
}

// "# Min Latencies: 00063 00070", a column for each thread.
std::vector<double> Columns(const std::vector<absl::string_view>& lines, absl::string_view label) {
  std::vector<double> columns;
  for (const absl::string_view word : Words(FindLine(lines, label).value_or(""))) {
    columns.push_back(ToNumber(word).value_or(0));
  }
  return columns;
}

void ReadHistogram(const std::vector<absl::string_view>& lines, Threads& threads) {
  const std::vector<double> min = Columns(lines, "# Min Latencies:");
  const std::vector<double> avg = Columns(lines, "# Avg Latencies:");
  const std::vector<double> max = Columns(lines, "# Max Latencies:");
  if (min.size() != max.size() || avg.size() != max.size()) return;
  for (size_t i = 0; i < max.size(); ++i) {
    threads[static_cast<int>(i)] = {1, min[i], avg[i], max[i]};
  }
}

void Give(const Threads& threads, Results& results) {
  Thread all = threads.begin()->second;
  double weighted = 0;
  double cycles = 0;
  for (const auto& [number, thread] : threads) {
    all.min = std::min(all.min, thread.min);
    all.max = std::max(all.max, thread.max);
    weighted += thread.avg * thread.cycles;
    cycles += thread.cycles;
    if (threads.size() == 1) continue;
    results.Add(absl::StrCat(number, ".min_us"), "us", thread.min);
    results.Add(absl::StrCat(number, ".avg_us"), "us", thread.avg);
    results.Add(absl::StrCat(number, ".max_us"), "us", thread.max);
  }
  results.Add("min_us", "us", all.min);
  results.AddKpi("avg_us", "us", v1::LOWER_IS_BETTER, weighted / cycles);
  results.AddKpi("max_us", "us", v1::LOWER_IS_BETTER, all.max);
}

}  // namespace

absl::Status ParseCyclictest(absl::string_view output, Results& results) {
  const std::vector<absl::string_view> lines = WholeLines(output);
  Threads threads;
  for (const absl::string_view line : lines) ReadThread(line, threads);
  if (threads.empty()) ReadHistogram(lines, threads);
  if (threads.empty()) {
    return NoResult("cyclictest", "line \"T: ... Max:\" or \"# Max Latencies:\"",
                    "run it with -q as root; see what it wrote");
  }
  Give(threads, results);
  return absl::OkStatus();
}

}  // namespace collect
