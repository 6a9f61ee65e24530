// The page docs/metrics.md, made of what the probes declare on captured machines.
#pragma once

#include <string>

namespace collect {

/// The catalogue of metrics, the same everywhere. Names of a CPU, node, device or cache are folded
/// into one row.
std::string MetricsPage();

}  // namespace collect
