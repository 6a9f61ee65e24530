// Reading thermal_throttle, one file for each core and each package.
#include "probes/power/thermal_throttle.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "probes/kernel/text_scan.h"
#include "probes/power/cpu_topology.h"

namespace collect {

void ThermalThrottle::Open(Host& host, absl::Span<const CpuPlace> places, Columns& columns,
                           Readings& readings) {
  const std::vector<CpuPlace> cores = FirstOfEachCore(places);
  const std::vector<CpuPlace> packages = FirstOfEachPackage(places);
  OpenAll(host, cores, "core_throttle_count", "CoreThr", "count", columns);
  OpenAll(host, cores, "core_throttle_total_time_ms", "CoreThr_ms", "ms", columns);
  OpenAll(host, packages, "package_throttle_count", "PkgThr", "count", columns);
  OpenAll(host, packages, "package_throttle_total_time_ms", "PkgThr_ms", "ms", columns);
  if (attributes_.empty()) {
    readings.missing.push_back(
        absl::NotFoundError("this kernel counts no thermal throttling "
                            "(/sys/devices/system/cpu/cpu*/thermal_throttle)"));
  }
}

void ThermalThrottle::OpenAll(Host& host, const std::vector<CpuPlace>& places,
                              absl::string_view file, absl::string_view name,
                              absl::string_view unit, Columns& columns) {
  std::vector<int> of_all;
  for (const CpuPlace& place : places) {
    absl::StatusOr<TextFile> text = host.OpenText(
        absl::StrCat("/sys/devices/system/cpu/cpu", place.cpu, "/thermal_throttle/", file));
    if (!text.ok()) continue;
    v1::MetricDescriptor metric =
        Metric(absl::StrCat("turbostat.CPU", place.cpu, ".", name), unit, v1::COUNTER);
    metric.set_hidden(true);
    of_all.push_back(columns.Declare(std::move(metric)));
    attributes_.push_back({*std::move(text), of_all.back()});
  }
  if (of_all.empty()) return;
  columns.Derive(SumOf(absl::StrCat("turbostat.", name), unit, v1::COUNTER, of_all));
}

void ThermalThrottle::Read(Columns& columns) {
  for (Attribute& attribute : attributes_) {
    const absl::StatusOr<absl::string_view> text = attribute.file.ReadAttribute();
    if (!text.ok()) continue;
    absl::string_view rest = *text;
    uint64_t number = 0;
    if (TakeNumber(rest, number)) columns.Set(attribute.column, static_cast<int64_t>(number));
  }
}

}  // namespace collect
