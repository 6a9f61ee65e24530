// How the columns of perf events become metrics.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "collect/v1/metric.pb.h"
#include "probes/columns.h"
#include "probes/perf/event_group.h"

namespace collect {

/// Columns that a group has on one CPU before the counts: enabled and running time.
inline constexpr int kTimeColumns = 2;

/// Declares the hidden columns of one group on one CPU (or kEveryCpu): enabled time, running time,
/// then the raw count of each event. Returns the first; the others follow it.
int DeclareGroupColumns(const GroupSpec& spec, int cpu, Columns& columns);

/// The sum of each event over its CPUs, scaled for multiplexing, by the event's name.
using EventSums = std::map<std::string, v1::Formula>;

/// Declares "perf-stat.i.EVENT", "perf-stat.ps.EVENT" and "perf-stat.total.EVENT" for each event of
/// a group whose columns on each CPU begin at `first_columns`, and keeps the events' sums. `help`
/// goes with each. Unless `scaled`, counts are taken as they are: a process that runs on cores of
/// another kind for a while is not counted meanwhile, though nothing is amiss (S-032).
void DeriveEvents(const GroupSpec& spec, const std::vector<int>& first_columns, bool scaled,
                  absl::string_view help, EventSums& sums, Columns& columns);

/// Declares "perf-stat.i.NAME" and "perf-stat.overall.NAME" for each ratio whose events are all
/// counted: ipc, cpi, miss rates and so on, with the robot's denominators, and the top-down parts
/// of level 1. Both are ratios of sums. `pmu` is the core PMU that the events' names bear, and then
/// the ratios' too ("cpu_core/ipc/"); empty: none.
void DeriveRatios(absl::string_view pmu, absl::string_view help, const EventSums& sums,
                  Columns& columns);

}  // namespace collect
