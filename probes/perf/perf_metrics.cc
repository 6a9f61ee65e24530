// Formulas over the columns of perf events.
#include "probes/perf/perf_metrics.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace collect {
namespace {

int DeclareHidden(absl::string_view name, int cpu, absl::string_view unit, Columns& columns) {
  const std::string where = cpu == kEveryCpu ? "command" : absl::StrCat("CPU", cpu);
  v1::MetricDescriptor metric =
      Metric(absl::StrCat("perf-stat.", where, ".", name), unit, v1::COUNTER);
  metric.set_hidden(true);
  return columns.Declare(std::move(metric));
}

v1::Formula SumOverCpus(double weight, int event, bool scaled,
                        const std::vector<int>& first_columns) {
  v1::Formula formula;
  formula.set_version(1);
  for (int first : first_columns) {
    v1::Term& term = *formula.add_numerator();
    term.set_column(first + kTimeColumns + event);
    if (scaled) term.set_enabled_column(first);
    term.set_running_column(first + 1);
    if (weight != 1) term.set_weight(weight);
  }
  return formula;
}

void DeriveEvent(const EventSpec& event, const v1::Formula& sum, absl::string_view help,
                 Columns& columns) {
  const std::string rate_unit = event.unit == "count" ? "1/s" : absl::StrCat(event.unit, "/s");
  for (absl::string_view family : {"i", "ps"}) {
    v1::MetricDescriptor rate =
        Metric(absl::StrCat("perf-stat.", family, ".", event.name), rate_unit, v1::DERIVED);
    *rate.mutable_formula() = sum;
    rate.mutable_formula()->set_per_second(true);
    rate.set_help(std::string(help));
    columns.Derive(std::move(rate));
  }
  v1::MetricDescriptor total =
      Metric(absl::StrCat("perf-stat.total.", event.name), event.unit, v1::COUNTER);
  *total.mutable_formula() = sum;
  total.set_help(std::string(help));
  columns.Derive(std::move(total));
}

// scale * above / sum of below; an empty name adds nothing.
struct Ratio {
  absl::string_view name;
  absl::string_view unit;
  double scale;
  absl::string_view above;
  absl::string_view below[4];
  uint32_t version = 1;
};

// The robot divides misses by all accesses; where the kernel counts hits and misses apart (loads
// and stores), by their sum. MPKI was made of cache-references until 2021, which was version 1.
constexpr Ratio kRatios[] = {
    {"ipc", "ratio", 1, "instructions", {"cpu-cycles"}},
    {"cpi", "ratio", 1, "cpu-cycles", {"instructions"}},
    {"cache-miss-rate%", "%", 100, "cache-misses", {"cache-references"}},
    {"branch-miss-rate%", "%", 100, "branch-misses", {"branch-instructions"}},
    {"dTLB-load-miss-rate%", "%", 100, "dTLB-load-misses", {"dTLB-loads", "dTLB-load-misses"}},
    {"dTLB-store-miss-rate%", "%", 100, "dTLB-store-misses", {"dTLB-stores", "dTLB-store-misses"}},
    {"iTLB-load-miss-rate%", "%", 100, "iTLB-load-misses", {"iTLB-loads", "iTLB-load-misses"}},
    {"node-load-miss-rate%", "%", 100, "node-load-misses", {"node-loads", "node-load-misses"}},
    {"node-store-miss-rate%", "%", 100, "node-store-misses", {"node-stores", "node-store-misses"}},
    {"MPKI", "ratio", 1000, "cache-misses", {"instructions"}, 2},
    {"cycles-between-cache-misses", "ratio", 1, "cpu-cycles", {"cache-misses"}},
    {"instructions-per-iTLB-miss", "ratio", 1, "instructions", {"iTLB-load-misses"}},
    {"tma_retiring%",
     "%",
     100,
     "topdown-retiring",
     {"topdown-retiring", "topdown-bad-spec", "topdown-fe-bound", "topdown-be-bound"}},
    {"tma_bad_speculation%",
     "%",
     100,
     "topdown-bad-spec",
     {"topdown-retiring", "topdown-bad-spec", "topdown-fe-bound", "topdown-be-bound"}},
    {"tma_frontend_bound%",
     "%",
     100,
     "topdown-fe-bound",
     {"topdown-retiring", "topdown-bad-spec", "topdown-fe-bound", "topdown-be-bound"}},
    {"tma_backend_bound%",
     "%",
     100,
     "topdown-be-bound",
     {"topdown-retiring", "topdown-bad-spec", "topdown-fe-bound", "topdown-be-bound"}},
};

std::vector<absl::string_view> Below(const Ratio& ratio) {
  std::vector<absl::string_view> events;
  for (absl::string_view event : ratio.below) {
    if (!event.empty()) events.push_back(event);
  }
  return events;
}

std::string InWords(const Ratio& ratio) {
  const std::vector<absl::string_view> below = Below(ratio);
  const bool sum = below.size() > 1;
  return absl::StrCat(ratio.scale == 1 ? "" : absl::StrCat(ratio.scale, " * "), ratio.above, " / ",
                      sum ? "(" : "", absl::StrJoin(below, " + "), sum ? ")" : "");
}

// "ipc" and "instructions" as they are called on a PMU.
std::string OnPmu(absl::string_view pmu, absl::string_view name) {
  return pmu.empty() ? std::string(name) : absl::StrCat(pmu, "/", name, "/");
}

bool IsCounted(const Ratio& ratio, absl::string_view pmu, const EventSums& sums) {
  std::vector<absl::string_view> events = Below(ratio);
  events.push_back(ratio.above);
  return std::all_of(events.begin(), events.end(),
                     [&](absl::string_view event) { return sums.count(OnPmu(pmu, event)) != 0; });
}

v1::Formula FormulaOf(const Ratio& ratio, absl::string_view pmu, const EventSums& sums) {
  v1::Formula formula;
  *formula.mutable_numerator() = sums.at(OnPmu(pmu, ratio.above)).numerator();
  for (absl::string_view event : Below(ratio)) {
    formula.mutable_denominator()->MergeFrom(sums.at(OnPmu(pmu, event)).numerator());
  }
  if (ratio.scale != 1) formula.set_scale(ratio.scale);
  formula.set_version(ratio.version);
  formula.set_text(InWords(ratio));
  return formula;
}

}  // namespace

int DeclareGroupColumns(const GroupSpec& spec, int cpu, Columns& columns) {
  const int first = DeclareHidden(absl::StrCat(spec.name, ".enabled"), cpu, "ns", columns);
  DeclareHidden(absl::StrCat(spec.name, ".running"), cpu, "ns", columns);
  for (const EventSpec& event : spec.events) DeclareHidden(event.name, cpu, "count", columns);
  return first;
}

void DeriveEvents(const GroupSpec& spec, const std::vector<int>& first_columns, bool scaled,
                  absl::string_view help, EventSums& sums, Columns& columns) {
  for (size_t i = 0; i < spec.events.size(); ++i) {
    const EventSpec& event = spec.events[i];
    v1::Formula sum = SumOverCpus(event.weight, static_cast<int>(i), scaled, first_columns);
    DeriveEvent(event, sum, help, columns);
    sums[event.name] = std::move(sum);
  }
}

void DeriveRatios(absl::string_view pmu, absl::string_view help, const EventSums& sums,
                  Columns& columns) {
  for (const Ratio& ratio : kRatios) {
    if (!IsCounted(ratio, pmu, sums)) continue;
    for (absl::string_view family : {"i", "overall"}) {
      v1::MetricDescriptor metric = Metric(
          absl::StrCat("perf-stat.", family, ".", OnPmu(pmu, ratio.name)), ratio.unit, v1::DERIVED);
      *metric.mutable_formula() = FormulaOf(ratio, pmu, sums);
      metric.set_help(std::string(help));
      columns.Derive(std::move(metric));
    }
  }
}

}  // namespace collect
