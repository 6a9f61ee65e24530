// A benchmark without KPIs is judged by the time that it takes.
#pragma once

#include "tools/load_runs.h"

namespace collect {

/// Where no metric of the run is a KPI, makes the elapsed time one: less is better.
void JudgeByTimeWithoutKpi(LoadedRun& run);

}  // namespace collect
