// Finding and reading the sensors of CPUs.
#include "probes/power/temperatures.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace collect {
namespace {

constexpr absl::string_view kFolder = "/sys/class/hwmon";
constexpr double kDegreesPerMilli = 1e-3;

std::string Trimmed(const absl::StatusOr<std::string>& text) {
  return text.ok() ? std::string(absl::StripAsciiWhitespace(*text)) : std::string();
}

// The number after `words`, as in "Package id 1".
std::optional<int> NumberAfter(absl::string_view words, absl::string_view label) {
  int number = 0;
  if (!absl::ConsumePrefix(&label, words) || !absl::SimpleAtoi(label, &number)) return std::nullopt;
  return number;
}

void Highest(std::optional<double>& highest, double value) {
  highest = std::max(highest.value_or(value), value);
}

}  // namespace

void Temperatures::Open(Host& host, Columns& columns, Readings& readings) {
  host_ = &host;
  const absl::StatusOr<std::vector<std::string>> chips = host.ListDirectory(kFolder);
  int amd_packages = 0;
  for (const std::string& name : chips.ok() ? *chips : std::vector<std::string>()) {
    const std::string path = absl::StrCat(kFolder, "/", name);
    const std::string driver = Trimmed(host.ReadFile(absl::StrCat(path, "/name")));
    if (driver == "coretemp") AddCoretemp(FindInputs(path), columns);
    if (driver == "k10temp" || driver == "zenpower") {
      AddAmd(FindInputs(path), amd_packages++, columns);
    }
  }
  if (sensors_.empty()) {
    readings.missing.push_back(absl::NotFoundError(
        "no hwmon driver shows the temperature of the CPUs (coretemp, k10temp, zenpower)"));
  }
}

Temperatures::Chip Temperatures::FindInputs(const std::string& path) {
  Chip chip;
  chip.path = path;
  const absl::StatusOr<std::vector<std::string>> files = host_->ListDirectory(path);
  if (!files.ok()) return chip;
  for (absl::string_view file : *files) {
    if (!absl::ConsumeSuffix(&file, "_input") || file.substr(0, 4) != "temp") continue;
    chip.inputs.emplace_back(file);
    chip.labels.push_back(Trimmed(host_->ReadFile(absl::StrCat(path, "/", file, "_label"))));
  }
  return chip;
}

void Temperatures::AddCoretemp(const Chip& chip, Columns& columns) {
  int package = 0;
  for (const std::string& label : chip.labels) {
    package = NumberAfter("Package id ", label).value_or(package);
  }
  const std::string prefix = absl::StrCat("turbostat.pkg", package, ".");
  for (size_t i = 0; i < chip.inputs.size(); ++i) {
    const std::optional<int> core = NumberAfter("Core ", chip.labels[i]);
    if (NumberAfter("Package id ", chip.labels[i]).has_value()) {
      AddSensor(chip, i, true, absl::StrCat(prefix, "PkgTmp"), columns);
    } else if (core.has_value()) {
      AddSensor(chip, i, false, absl::StrCat(prefix, "core", *core, ".CoreTmp"), columns);
    } else if (chip.labels[i].empty()) {
      AddSensor(chip, i, false, "", columns);
    }
  }
}

// Tctl may stand above the true temperature by an offset; Tdie is without it.
void Temperatures::AddAmd(const Chip& chip, int package, Columns& columns) {
  const std::string name = absl::StrCat("turbostat.pkg", package, ".PkgTmp");
  for (absl::string_view wanted : {"Tdie", "Tctl", ""}) {
    const auto found = std::find(chip.labels.begin(), chip.labels.end(), wanted);
    if (found == chip.labels.end()) continue;
    AddSensor(chip, static_cast<size_t>(found - chip.labels.begin()), true, name, columns);
    return;
  }
}

void Temperatures::AddSensor(const Chip& chip, size_t input, bool is_package,
                             const std::string& name, Columns& columns) {
  absl::StatusOr<TextFile> file =
      host_->OpenText(absl::StrCat(chip.path, "/", chip.inputs[input], "_input"));
  if (!file.ok()) return;
  auto declare = [&](const std::string& metric_name) {
    v1::MetricDescriptor metric = Metric(metric_name, "degC", v1::GAUGE);
    metric.set_real(true);
    return columns.Declare(std::move(metric));
  };
  int& highest = is_package ? package_column_ : core_column_;
  if (highest < 0) highest = declare(is_package ? "turbostat.PkgTmp" : "turbostat.CoreTmp");
  const int own = name.empty() ? -1 : declare(name);
  sensors_.push_back({*std::move(file), own, is_package});
}

void Temperatures::Read(Columns& columns) {
  std::optional<double> hottest_core;
  std::optional<double> hottest_package;
  for (Sensor& sensor : sensors_) {
    const absl::StatusOr<absl::string_view> text = sensor.millidegrees.ReadAttribute();
    double value = 0;
    if (!text.ok() || !absl::SimpleAtod(*text, &value)) continue;
    value *= kDegreesPerMilli;
    if (sensor.column >= 0) columns.SetReal(sensor.column, value);
    Highest(sensor.is_package ? hottest_package : hottest_core, value);
  }
  if (hottest_core.has_value()) columns.SetReal(core_column_, *hottest_core);
  if (hottest_package.has_value()) columns.SetReal(package_column_, *hottest_package);
}

}  // namespace collect
