// What a sample of perf-stat costs against the bare reads of the same groups, on this machine.
//     build/release/tests/bench/perf_bench
// Both read every group on every CPU once; the ratio of their times is to stay below 1.3.
#include <benchmark/benchmark.h>

#include <vector>

#include "probes/perf/perf_stat.h"

namespace collect {
namespace {

void BareGroupReads(benchmark::State& state) {
  Host host;
  const std::vector<int> cpus = host.OnlineCpus().value_or(std::vector<int>{0});
  std::vector<EventGroup> groups;
  std::vector<LeftOut> left_out;
  for (const GroupSpec& spec :
       FitGroups(host, DefaultPerfGroups(host), {}, cpus.front(), left_out)) {
    for (int cpu : cpus) {
      absl::StatusOr<EventGroup> group = EventGroup::Open(host, spec, {}, cpu);
      if (!group.ok()) return state.SkipWithError(group.status().ToString().c_str());
      groups.push_back(*std::move(group));
    }
  }
  for (auto _ : state) {
    for (EventGroup& group : groups) benchmark::DoNotOptimize(group.Read(host).ok());
  }
}
BENCHMARK(BareGroupReads);

void PerfStatSample(benchmark::State& state) {
  Host host;
  Command command;
  OwnCost own_cost;
  Columns columns;
  PerfStat probe;
  const absl::Status status = probe.Open({host, command, own_cost}, columns);
  if (!status.ok()) return state.SkipWithError(status.ToString().c_str());
  for (auto _ : state) {
    columns.Clear();
    benchmark::DoNotOptimize(probe.Read(columns).ok());
  }
}
BENCHMARK(PerfStatSample);

}  // namespace
}  // namespace collect

BENCHMARK_MAIN();
