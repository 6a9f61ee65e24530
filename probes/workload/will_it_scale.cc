// The rows of will-it-scale (runtest.py).
#include "probes/workload/will_it_scale.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "probes/workload/output_text.h"

namespace collect {
namespace {

constexpr absl::string_view kHeader = "tasks,processes,processes_idle,threads,threads_idle,linear";

struct Row {
  int tasks = 0;
  double processes = 0;
  double processes_idle = 0;
  double threads = 0;
  double threads_idle = 0;
  double linear = 0;
};

std::optional<Row> ReadRow(absl::string_view line) {
  const std::vector<absl::string_view> cells = absl::StrSplit(line, ',');
  if (cells.size() != 6) return std::nullopt;
  double numbers[5];
  for (size_t i = 1; i < cells.size(); ++i) {
    const auto number = ToNumber(cells[i]);
    if (!number.has_value()) return std::nullopt;
    numbers[i - 1] = *number;
  }
  Row row = {0, numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]};
  if (!absl::SimpleAtoi(cells[0], &row.tasks) || row.tasks < 0) return std::nullopt;
  return row;
}

// One of the two variants of a test, over all rows.
struct Variant {
  absl::string_view name;
  double ops = 0;
  double ops_per_task = 0;
  int rows = 0;

  void Read(int tasks, double row_ops, double idle, Results& results) {
    if (row_ops < 0) results.Note(absl::StrCat(tasks, " ", name, " failed to run"));
    if (row_ops <= 0) return;
    results.Add(absl::StrCat(tasks, ".", name), "1/s", row_ops);
    results.Add(absl::StrCat(tasks, ".", name, "_idle"), "%", idle);
    ops += row_ops;
    ops_per_task += row_ops / tasks;
    ++rows;
  }
};

void GiveSummary(const Variant& processes, const Variant& threads, const Row& last,
                 Results& results) {
  if (processes.rows > 0) {
    results.AddKpi("per_process_ops", "1/s", v1::HIGHER_IS_BETTER,
                   processes.ops_per_task / processes.rows);
  }
  if (threads.rows > 0) {
    results.AddKpi("per_thread_ops", "1/s", v1::HIGHER_IS_BETTER,
                   threads.ops_per_task / threads.rows);
  }
  results.Add("workload", "count", processes.ops + threads.ops);
  if (last.tasks > 1 && last.linear > 0 && last.processes > 0) {
    results.Add("scalability", "ratio", last.processes / last.linear);
  }
}

}  // namespace

absl::Status ParseWillItScale(absl::string_view output, Results& results) {
  Variant processes = {"processes"};
  Variant threads = {"threads"};
  Row last;
  bool header = false;
  std::string assertion;
  std::set<int> seen = {0};  // the row of 0 tasks is the origin of a graph
  for (const absl::string_view line : WholeLines(output)) {
    if (line == kHeader) header = true;
    if (absl::StrContains(line, "Assertion")) assertion = std::string(line);
    const std::optional<Row> row = header ? ReadRow(line) : std::nullopt;
    if (!row.has_value() || !seen.insert(row->tasks).second) continue;
    processes.Read(row->tasks, row->processes, row->processes_idle, results);
    threads.Read(row->tasks, row->threads, row->threads_idle, results);
    if (row->linear > 0) results.Add(absl::StrCat(row->tasks, ".linear"), "1/s", row->linear);
    last = *row;
  }
  if (processes.rows + threads.rows > 0) GiveSummary(processes, threads, last, results);
  if (!assertion.empty()) {
    return absl::InvalidArgumentError(absl::StrCat("will-it-scale: ", assertion));
  }
  if (processes.rows + threads.rows == 0) {
    return NoResult("will-it-scale", absl::StrCat("row below \"", kHeader, "\""),
                    "runtest.py prints one for each number of tasks; see what it wrote");
  }
  return absl::OkStatus();
}

}  // namespace collect
