// What the kernel test robot's comparison calls a change, to hold ours against it.
#pragma once

#include <string>
#include <vector>

namespace collect {

/// The rule of intel/lkp-tests lib/changed_stat.rb without its options: by order alone, then a
/// ratio of the medians above 1.05 (KPIs: 1.01), then the least amounts of lib/stats.rb and
/// etc/perf-metrics-threshold.yaml.
bool LkpCallsItChanged(const std::string& name, bool kpi, std::vector<double> base,
                       std::vector<double> other);

}  // namespace collect
