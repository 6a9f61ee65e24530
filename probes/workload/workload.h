// Benchmarks whose output we can read, in one table.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "collect/v1/metric.pb.h"

namespace collect {

/// Where a parser puts what the benchmark said. Names are those of the robot, without the testcase
/// in front ("requests_per_second").
class Results {
 public:
  virtual ~Results() = default;
  /// A result that is no KPI.
  virtual void Add(absl::string_view name, absl::string_view unit, double value) = 0;
  /// A result by which the benchmark is judged.
  virtual void AddKpi(absl::string_view name, absl::string_view unit, v1::Direction better,
                      double value) = 0;
  /// Something about the output that a reader should know.
  virtual void Note(absl::string_view sentence) = 0;
};

/// One row of the table.
struct Workload {
  absl::string_view testcase;  ///< "apachebench"
  /// Commands that select it: the name of the program ("ab"), and where the program does other
  /// things too, the first of its arguments that is no option ("perf bench").
  absl::Span<const absl::string_view> commands;
  /// Reads what the command wrote to stdout. An error says which line was expected and is missing;
  /// what was found before it counts.
  absl::Status (*parse)(absl::string_view output, Results& results);
};

/// All workloads.
absl::Span<const Workload> AllWorkloads();

/// By testcase, or null.
const Workload* FindWorkload(absl::string_view testcase);

/// By the words of the command as typed ("/usr/bin/ab" is "ab"), or null.
const Workload* WorkloadOfCommand(absl::Span<const std::string> argv);

}  // namespace collect
