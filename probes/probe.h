// The contract between a source of metrics and whoever asks it for samples.
#pragma once

#include <sys/resource.h>
#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "probes/columns.h"
#include "probes/host/host.h"

namespace collect {

struct MetricRule;  // probes/workload/metrics_from.h

/// What probes may know of the command that is being measured. `usage` and all that it wrote or
/// ended with are filled in when it has ended; probes of Moment::kAfterCommand are read after that.
struct Command {
  pid_t pid = 0;  ///< of the process that waits to become the command; 0: there is none
  std::string testcase;
  std::vector<std::string> argv;
  struct rusage usage = {};  ///< of the command and of the children it waited for
  int64_t elapsed_ns = 0;
  bool output_is_read = false;  ///< its stdout passes through us, and `output` will be there
  const std::vector<MetricRule>* metric_rules = nullptr;  ///< of --metrics-from; null: none
  std::string perf_scope;         ///< whose events perf-stat counts (--scope); empty: everybody's
  std::string perf_events;        ///< what perf-stat counts (--events); empty: the default set
  std::string output;             ///< what it wrote to stdout; empty unless that is read
  bool metrics_are_read = false;  ///< it has $COLLECT_METRICS_FD, and `metrics` will be there
  std::string metrics;            ///< what it wrote there
  int exit_status = 0;            ///< as a shell reports it
  int signal = 0;                 ///< that killed it; 0: none
};

/// What `collect` itself has cost so far; kept by the sampler, shown by the probe "collect".
struct OwnCost {
  struct PerProbe {
    std::string probe;
    int64_t cpu_ns = 0;
    int64_t wall_ns = 0;
  };
  int64_t missed_ticks = 0;
  int64_t bytes_written = 0;
  std::vector<PerProbe> probes;
};

/// Everything a probe may look at. The referents outlive the probe.
struct ProbeContext {
  Host& host;
  const Command& command;
  const OwnCost& own_cost;
};

/// Reads one source and fills typed values. In the steady state Read makes no allocation, opens no
/// file and forks nothing.
class Probe {
 public:
  virtual ~Probe() = default;

  /// Opens the source and declares the metrics it has now. NotFound: this machine does not have the
  /// source. PermissionDenied: this user may not read it. Anything else: it is there and broken.
  /// The message is a sentence a person can act on. A probe that fails here is never read.
  virtual absl::Status Open(const ProbeContext& context, Columns& columns) = 0;

  /// Reads the source once and sets the value of every metric seen; a metric not set is absent in
  /// this sample. Metrics that have appeared are declared on the way. An error costs this sample.
  virtual absl::Status Read(Columns& columns) = 0;

  /// Shows the verbatim text of each file as it was last read, so that it can be kept.
  virtual void VisitTexts(
      absl::FunctionRef<void(absl::string_view path, absl::string_view text)> /*visit*/) const {}
};

}  // namespace collect
