// A comparison as a person reads it at a terminal.
#pragma once

#include <string>

#include "collect/v1/comparison.pb.h"

namespace collect {

/// Warnings, the KPIs in words, then a table in the robot's columns: KPIs first, then what changed,
/// groups of metrics with few rows before those with many; metrics that only some groups have;
/// below it what the columns mean. With `all` every metric is a row.
std::string TextReport(const v1::Comparison& comparison, bool all);

}  // namespace collect
