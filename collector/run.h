// One run, put together: the command, the sampler, the run file.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "collect/v1/run.pb.h"
#include "probes/host/host.h"

namespace collect {

/// The range of intervals.
inline constexpr int64_t kLeastIntervalMs = 10;
inline constexpr int64_t kMostIntervalMs = 3'600'000;

/// What the user asked for.
struct RunOptions {
  std::vector<std::string> command;
  std::string label = "unlabelled";
  std::string testcase;  ///< empty: by the command's name
  std::map<std::string, std::string> params;
  std::map<std::string, std::string> axes;
  std::string store;                 ///< folder of the result store
  std::vector<std::string> probes;   ///< only these; empty: those that are read by default
  std::vector<std::string> with;     ///< these too
  std::vector<std::string> without;  ///< not these
  int64_t interval_ms = 0;           ///< for every probe; 0: each probe's own default
  std::map<std::string, int64_t> interval_ms_of_probe;
  /// What all probes together may use, in % of one CPU; 0: no limit; nothing: by the number of
  /// CPUs.
  std::optional<double> budget_percent;
  int64_t timeout_ms = 0;         ///< 0: none
  std::string scope = "system";   ///< whose work perf-stat counts: system, command, cgroup:PATH
  std::string events;             ///< what perf-stat counts, as perf-stat(1) has it; empty: a set
  int64_t skip_first_ms = 0;      ///< what the run values leave out at the start
  int64_t skip_last_ms = 0;       ///< and at the end
  std::string from_mark;          ///< mark at which they start; empty: the start of the command
  std::string to_mark;            ///< mark at which they end; empty: the end of the command
  std::string metrics_from;       ///< file that says how to read results in the output; empty: none
  bool read_output = false;       ///< read collect-metric lines in the output of any command
  bool end_left_running = false;  ///< end processes that the command left running
  bool quiet = false;             ///< nothing on stderr but errors
  uint32_t sequence = 1;          ///< this run's number among --runs
  uint32_t runs = 1;              ///< how many there will be
  std::optional<v1::TrialPlace> trial;  ///< this run's place in a trial
  /// Called when the command has ended; what it says is kept as trouble of the run.
  std::function<std::vector<std::string>()> look_around;
  std::string collect_version;
};

/// What came out.
struct RunResult {
  v1::Run run;       ///< with its outcome, health of probes and trouble
  std::string path;  ///< of the run file; empty if there is none
  int exit_status = 0;
  bool not_executed = false;  ///< there is no such command, or it cannot be executed
  bool interrupted = false;   ///< the user wants no further run
};

/// Runs the command once with the probes at work, and writes the run file. The first sample is
/// taken before the command starts and the last after it ended. The command's fate is in the
/// result whatever happens to the recording; an error status means that nothing was run. A command
/// that could not be executed leaves no run file: a mistyped name is no run to compare with.
absl::StatusOr<RunResult> ExecuteRun(Host& host, const RunOptions& options);

/// InvalidArgument, naming the word, for options that make no sense: unknown probes, intervals out
/// of range, a label that is no file name, a control group that is not there.
absl::Status CheckRunOptions(Host& host, const RunOptions& options);

}  // namespace collect
