// Formulas of frequencies, residencies and power.
#include "probes/power/turbostat_metrics.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "probes/power/cpu_topology.h"

namespace collect {
namespace {

constexpr double kNsPerSecond = 1e9;
constexpr double kMhzPerCycleInNs = 1000;
// Points of a percentage by which readings at different moments may lead outside 0..100 (S-037).
constexpr double kTolerance = 1;

using Terms = google::protobuf::RepeatedPtrField<v1::Term>;
using Chosen = std::vector<const Reading*>;

void AddCounts(const Chosen& readings, double weight, Terms& terms) {
  for (const Reading* reading : readings) {
    v1::Term& term = *terms.Add();
    term.set_column(reading->column);
    if (weight * reading->unit != 1) term.set_weight(weight * reading->unit);
    if (reading->running_column < 0) continue;
    term.set_enabled_column(reading->time_column);
    term.set_running_column(reading->running_column);
  }
}

void AddTimes(const Chosen& readings, Terms& terms) {
  for (const Reading* reading : readings) terms.Add()->set_column(reading->time_column);
}

v1::Formula RatioOf(const Chosen& above, const Chosen& below, double scale) {
  v1::Formula formula;
  AddCounts(above, 1, *formula.mutable_numerator());
  AddCounts(below, 1, *formula.mutable_denominator());
  formula.set_scale(scale);
  return formula;
}

v1::Formula RateOf(const Chosen& readings, double scale) {
  v1::Formula formula;
  AddCounts(readings, 1, *formula.mutable_numerator());
  AddTimes(readings, *formula.mutable_denominator());
  formula.set_scale(scale);
  return formula;
}

void SetPercentage(v1::Formula& formula) {
  formula.mutable_range()->set_high(100);
  formula.mutable_range()->set_tolerance(kTolerance);
}

// The whole machine, a package or a core.
struct Part {
  std::string prefix;
  int package = -1;  // -1: all
  int core = -1;     // -1: all
};

// Derives the metrics of one part.
class PartMetrics {
 public:
  PartMetrics(const Readings& readings, absl::Span<const CpuPlace> places, const Part& part,
              Columns& columns)
      : readings_(readings), places_(places), part_(part), columns_(columns) {}

  void DeriveClocks() const;
  void DeriveInstructions() const;
  void DeriveCoreIdle() const;
  void DerivePackageIdle() const;
  void DerivePower() const;

 private:
  Chosen Of(absl::string_view what) const;
  Chosen OfTheSameCpus(absl::string_view what, const Chosen& others) const;
  void DeriveResidency(absl::string_view what, absl::string_view name) const;
  void DeriveC1() const;
  void DeriveSummed(absl::string_view what, absl::string_view name, absl::string_view unit,
                    double scale, absl::string_view text) const;
  void Derive(absl::string_view name, absl::string_view unit, v1::Formula formula,
              absl::string_view text) const;

  const Readings& readings_;
  absl::Span<const CpuPlace> places_;
  const Part& part_;
  Columns& columns_;
};

Chosen PartMetrics::Of(absl::string_view what) const {
  Chosen chosen;
  for (const Reading& reading : readings_.all) {
    if (reading.what != what) continue;
    if (part_.package >= 0 && reading.place.package != part_.package) continue;
    if (part_.core >= 0 && reading.place.core != part_.core) continue;
    chosen.push_back(&reading);
  }
  return chosen;
}

Chosen PartMetrics::OfTheSameCpus(absl::string_view what, const Chosen& others) const {
  std::map<int, const Reading*> by_cpu;
  for (const Reading* reading : Of(what)) by_cpu[reading->place.cpu] = reading;
  Chosen chosen;
  for (const Reading* other : others) {
    if (auto found = by_cpu.find(other->place.cpu); found != by_cpu.end()) {
      chosen.push_back(found->second);
    }
  }
  return chosen;
}

void PartMetrics::Derive(absl::string_view name, absl::string_view unit, v1::Formula formula,
                         absl::string_view text) const {
  v1::MetricDescriptor metric = Metric(absl::StrCat(part_.prefix, name), unit, v1::DERIVED);
  formula.set_version(1);
  formula.set_text(std::string(text));
  if (unit == "%" && name != "PKG_%" && name != "RAM_%") SetPercentage(formula);
  *metric.mutable_formula() = std::move(formula);
  columns_.Derive(std::move(metric));
}

// turbostat(8), NOTES. MPERF is taken to count at the rate of the TSC, as it is there.
void PartMetrics::DeriveClocks() const {
  const Chosen aperf = Of("aperf");
  const Chosen mperf = Of("mperf");
  const Chosen tsc = Of("tsc");
  const v1::Formula tsc_mhz = RateOf(tsc, kMhzPerCycleInNs);
  if (!tsc.empty()) Derive("TSC_MHz", "MHz", tsc_mhz, "TSC / time");
  if (!aperf.empty()) Derive("Avg_MHz", "MHz", RateOf(aperf, kMhzPerCycleInNs), "APERF / time");
  if (aperf.empty() || mperf.empty() || tsc.empty()) return;
  Derive("Busy%", "%", RatioOf(mperf, tsc, 100), "100 * MPERF / TSC");
  v1::Formula busy_mhz = RatioOf(aperf, mperf, 1);
  *busy_mhz.mutable_factor() = tsc_mhz;
  Derive("Bzy_MHz", "MHz", std::move(busy_mhz), "APERF / MPERF * TSC / time");
}

void PartMetrics::DeriveInstructions() const {
  const Chosen instructions = Of("instructions");
  const Chosen aperf = OfTheSameCpus("aperf", instructions);
  if (aperf.size() != instructions.size() || aperf.empty()) return;
  Derive("IPC", "ratio", RatioOf(instructions, aperf, 1), "instructions / APERF");
}

// Residency counters tick at the rate of the TSC (Intel SDM vol. 4, MSR_CORE_C6_RESIDENCY).
void PartMetrics::DeriveResidency(absl::string_view what, absl::string_view name) const {
  const Chosen residency = Of(what);
  const Chosen tsc = OfTheSameCpus("tsc", residency);
  if (residency.empty() || tsc.size() != residency.size()) return;
  Derive(name, "%", RatioOf(residency, tsc, 100), absl::StrCat("100 * ", what, " / TSC"));
}

// A core's residency is that of each of its CPUs.
void PartMetrics::DeriveC1() const {
  const Chosen tsc = Of("tsc");
  const Chosen mperf = Of("mperf");
  v1::Formula formula = RatioOf(tsc, tsc, 100);
  bool any = false;
  for (absl::string_view state : {"c3", "c6", "c7"}) {
    for (const Reading* reading : Of(state)) {
      any = true;
      AddCounts({reading}, -CpusInCore(places_, reading->place), *formula.mutable_numerator());
    }
  }
  if (!any || mperf.empty() || tsc.empty()) return;
  AddCounts(mperf, -1, *formula.mutable_numerator());
  Derive("CPU%c1", "%", std::move(formula), "100 * (TSC - MPERF - c3 - c6 - c7) / TSC");
}

void PartMetrics::DeriveCoreIdle() const {
  if (readings_.Has("c1")) {
    DeriveResidency("c1", "CPU%c1");
  } else {
    DeriveC1();
  }
  for (absl::string_view state : {"c3", "c6", "c7"}) {
    DeriveResidency(state, absl::StrCat("CPU%", state));
  }
}

void PartMetrics::DerivePackageIdle() const {
  for (absl::string_view state : {"pc2", "pc3", "pc6", "pc7", "pc8", "pc9", "pc10"}) {
    DeriveResidency(state, absl::StrCat("Pkg%", state));
  }
}

// The sum of n rates that were measured over the same time: n * sum of amounts / sum of times.
void PartMetrics::DeriveSummed(absl::string_view what, absl::string_view name,
                               absl::string_view unit, double scale, absl::string_view text) const {
  const Chosen amounts = Of(what);
  if (amounts.empty()) return;
  Derive(name, unit, RateOf(amounts, scale * kNsPerSecond * static_cast<double>(amounts.size())),
         text);
}

void PartMetrics::DerivePower() const {
  DeriveSummed("energy-pkg", "PkgWatt", "W", 1, "energy of packages / time");
  DeriveSummed("energy-cores", "CorWatt", "W", 1, "energy of cores / time");
  DeriveSummed("energy-gpu", "GFXWatt", "W", 1, "energy of graphics / time");
  DeriveSummed("energy-ram", "RAMWatt", "W", 1, "energy of DRAM / time");
  DeriveSummed("pkg-throttled", "PKG_%", "%", 100, "100 * time throttled by RAPL / time");
  DeriveSummed("ram-throttled", "RAM_%", "%", 100, "100 * time throttled by RAPL / time");
}

// Interrupts that the firmware took for itself.
void DeriveSmi(const Readings& readings, Columns& columns) {
  std::vector<int> of_all;
  for (const Reading& reading : readings.all) {
    if (reading.what == "smi") of_all.push_back(reading.column);
  }
  if (!of_all.empty()) columns.Derive(SumOf("turbostat.SMI", "count", v1::COUNTER, of_all));
}

}  // namespace

void DeriveTurbostat(const Readings& readings, absl::Span<const CpuPlace> places,
                     Columns& columns) {
  std::vector<Part> parts = {{"turbostat."}};
  for (const CpuPlace& place : FirstOfEachPackage(places)) {
    parts.push_back({absl::StrCat("turbostat.pkg", place.package, "."), place.package});
  }
  for (const Part& part : parts) {
    const PartMetrics metrics(readings, places, part, columns);
    metrics.DeriveClocks();
    metrics.DeriveInstructions();
    metrics.DeriveCoreIdle();
    metrics.DerivePackageIdle();
    metrics.DerivePower();
  }
  for (const CpuPlace& place : FirstOfEachCore(places)) {
    const Part part = {absl::StrCat("turbostat.pkg", place.package, ".core", place.core, "."),
                       place.package, place.core};
    const PartMetrics metrics(readings, places, part, columns);
    metrics.DeriveClocks();
    metrics.DeriveCoreIdle();
  }
  DeriveSmi(readings, columns);
}

}  // namespace collect
