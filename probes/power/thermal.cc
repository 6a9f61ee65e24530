// Reading thermal zones and cooling devices.
#include "probes/power/thermal.h"

#include <cstdint>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "probes/kernel/metric_name.h"
#include "probes/kernel/text_scan.h"

namespace collect {
namespace {

constexpr char kThermal[] = "/sys/class/thermal";

}  // namespace

absl::Status Thermal::Open(const ProbeContext& context, Columns& columns) {
  const absl::StatusOr<std::vector<std::string>> names = context.host.ListDirectory(kThermal);
  if (!names.ok() && !absl::IsNotFound(names.status())) return names.status();
  if (names.ok()) {
    for (const std::string& name : *names) {
      if (absl::Status status = AddDevice(context.host, name, columns); !status.ok()) return status;
    }
  }
  if (attributes_.empty()) {
    return absl::NotFoundError(
        absl::StrCat("this machine shows no thermal zones and no cooling devices, as most guests (",
                     kThermal, ")"));
  }
  return Read(columns);
}

// Zones may be called alike, so the number stays in the name.
absl::Status Thermal::AddDevice(Host& host, const std::string& name, Columns& columns) {
  absl::string_view number = name;
  const bool is_zone = absl::ConsumePrefix(&number, "thermal_zone");
  if (!is_zone && !absl::ConsumePrefix(&number, "cooling_device")) return absl::OkStatus();
  const std::string folder = absl::StrCat(kThermal, "/", name);
  absl::StatusOr<TextFile> file =
      host.OpenText(absl::StrCat(folder, is_zone ? "/temp" : "/cur_state"));
  if (absl::IsNotFound(file.status())) return absl::OkStatus();
  if (!file.ok()) return file.status();
  const absl::StatusOr<std::string> type = host.ReadFile(absl::StrCat(folder, "/type"));
  if (!type.ok()) return type.status();
  v1::MetricDescriptor metric =
      Metric(absl::StrCat("thermal.", is_zone ? "zone" : "cooling", number, ".",
                          JoinWords(absl::StripAsciiWhitespace(*type), '_')),
             is_zone ? "degC" : "count", v1::GAUGE);
  metric.set_real(is_zone);
  attributes_.push_back({*std::move(file), columns.Declare(std::move(metric)), is_zone});
  return absl::OkStatus();
}

// A sensor that cannot be read now, as of a device that sleeps, is absent in this sample.
absl::Status Thermal::Read(Columns& columns) {
  constexpr double kDegreesPerUnit = 1e-3;
  for (Attribute& attribute : attributes_) {
    const absl::StatusOr<absl::string_view> text = attribute.file.ReadAttribute();
    if (!text.ok()) continue;
    absl::string_view rest = *text;
    int64_t number = 0;
    if (!TakeSigned(rest, number)) continue;
    if (attribute.is_temperature) {
      columns.SetReal(attribute.column, static_cast<double>(number) * kDegreesPerUnit);
    } else {
      columns.Set(attribute.column, number);
    }
  }
  return absl::OkStatus();
}

}  // namespace collect
