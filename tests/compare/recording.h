// The recording of real runs by which the comparison is measured.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace collect {

/// One good run of the recording.
struct RecordedRun {
  double start = 0;  ///< when it began, seconds since 1970
  std::map<std::string, double> metrics;
};

/// The good runs by "WORKLOAD/SIDE", in the order of the recording, from a file of compressed
/// lines: each an object with the workload w, the side, the start time t0, the exit status rc and
/// the metrics m. Empty when the file cannot be read.
std::map<std::string, std::vector<RecordedRun>> ReadRecording(const std::string& path);

/// Metrics that all runs of both sides have and that vary over side A, by name.
std::vector<std::string> LiveNames(const std::vector<RecordedRun>& a,
                                   const std::vector<RecordedRun>& b);

/// Whether the recording's benchmarks are judged by the metric.
bool IsRecordedKpi(const std::string& name);

}  // namespace collect
