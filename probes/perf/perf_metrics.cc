// Formulas over the columns of perf events.
#include "probes/perf/perf_metrics.h"

#include <utility>

#include "absl/strings/str_cat.h"

namespace collect {
namespace {

int DeclareHidden(absl::string_view name, int cpu, absl::string_view unit, Columns& columns) {
  v1::MetricDescriptor metric =
      Metric(absl::StrCat("perf-stat.CPU", cpu, ".", name), unit, v1::COUNTER);
  metric.set_hidden(true);
  return columns.Declare(std::move(metric));
}

v1::Formula SumOverCpus(double weight, int event, const std::vector<int>& first_columns) {
  v1::Formula formula;
  formula.set_version(1);
  for (int first : first_columns) {
    v1::Term& term = *formula.add_numerator();
    term.set_column(first + kTimeColumns + event);
    term.set_enabled_column(first);
    term.set_running_column(first + 1);
    if (weight != 1) term.set_weight(weight);
  }
  return formula;
}

void DeriveEvent(const EventSpec& event, const v1::Formula& sum, Columns& columns) {
  const std::string rate_unit = event.unit == "count" ? "1/s" : absl::StrCat(event.unit, "/s");
  for (absl::string_view family : {"i", "ps"}) {
    v1::MetricDescriptor rate =
        Metric(absl::StrCat("perf-stat.", family, ".", event.name), rate_unit, v1::DERIVED);
    *rate.mutable_formula() = sum;
    rate.mutable_formula()->set_per_second(true);
    columns.Derive(std::move(rate));
  }
  v1::MetricDescriptor total =
      Metric(absl::StrCat("perf-stat.total.", event.name), event.unit, v1::COUNTER);
  *total.mutable_formula() = sum;
  columns.Derive(std::move(total));
}

// scale * above / (below[0] + below[1]); an empty name adds nothing.
struct Ratio {
  absl::string_view name;
  absl::string_view unit;
  double scale;
  absl::string_view above;
  absl::string_view below[2];
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
};

std::string InWords(const Ratio& ratio) {
  const bool sum = !ratio.below[1].empty();
  return absl::StrCat(ratio.scale == 1 ? "" : absl::StrCat(ratio.scale, " * "), ratio.above, " / ",
                      sum ? "(" : "", ratio.below[0], sum ? " + " : "", ratio.below[1],
                      sum ? ")" : "");
}

// Nothing to add up for an event that is not counted.
bool IsCounted(absl::string_view event, const EventSums& sums) {
  return event.empty() || sums.count(std::string(event)) != 0;
}

v1::Formula FormulaOf(const Ratio& ratio, const EventSums& sums) {
  v1::Formula formula;
  *formula.mutable_numerator() = sums.at(std::string(ratio.above)).numerator();
  for (absl::string_view event : ratio.below) {
    if (event.empty()) continue;
    formula.mutable_denominator()->MergeFrom(sums.at(std::string(event)).numerator());
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

void DeriveEvents(const GroupSpec& spec, const std::vector<int>& first_columns, EventSums& sums,
                  Columns& columns) {
  for (size_t i = 0; i < spec.events.size(); ++i) {
    const EventSpec& event = spec.events[i];
    v1::Formula sum = SumOverCpus(event.weight, static_cast<int>(i), first_columns);
    DeriveEvent(event, sum, columns);
    sums[event.name] = std::move(sum);
  }
}

void DeriveRatios(const EventSums& sums, Columns& columns) {
  for (const Ratio& ratio : kRatios) {
    if (!IsCounted(ratio.above, sums) || !IsCounted(ratio.below[0], sums) ||
        !IsCounted(ratio.below[1], sums)) {
      continue;
    }
    for (absl::string_view family : {"i", "overall"}) {
      v1::MetricDescriptor metric =
          Metric(absl::StrCat("perf-stat.", family, ".", ratio.name), ratio.unit, v1::DERIVED);
      *metric.mutable_formula() = FormulaOf(ratio, sums);
      columns.Derive(std::move(metric));
    }
  }
}

}  // namespace collect
