// A run as a comparison takes it.
#pragma once

#include <string>
#include <vector>

#include "collect/v1/metric.pb.h"
#include "collect/v1/run.pb.h"

namespace collect {

/// Who a run is, and what its metrics were.
struct RunData {
  v1::Run run;
  std::vector<v1::MetricRecord> records;
};

/// What the user named (a label, a directory, a file), and the runs found there.
struct NamedRuns {
  std::string name;
  std::vector<RunData> runs;
};

}  // namespace collect
