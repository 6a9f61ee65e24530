// The metric that follows from what two probes saw: instructions per unit of work.
#pragma once

#include <vector>

#include "collect/v1/metric.pb.h"

namespace collect {

/// Appends "perf-stat.overall.path-length": the instructions of the run divided by its work, when
/// exactly one record is a benchmark's amount of work ("TESTCASE.workload", above 0) and
/// instructions were counted; those of cores of several kinds are added up. A formula reaches no
/// further than its own probe, so this one is computed when all records of a run are there.
void AddPathLength(std::vector<v1::MetricRecord>& records);

}  // namespace collect
