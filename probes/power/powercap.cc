// Finding and reading RAPL zones.
#include "probes/power/powercap.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "probes/kernel/text_scan.h"

namespace collect {
namespace {

constexpr absl::string_view kFolder = "/sys/class/powercap";
constexpr double kJoulesPerMicrojoule = 1e-6;
// No package of today draws as much.
constexpr double kMostWatts = 1000;
// Draw above the limits lasts for moments only.
constexpr double kAboveLimit = 2;

uint64_t ReadNumber(Host& host, absl::string_view path) {
  const absl::StatusOr<std::string> text = host.ReadFile(path);
  uint64_t number = 0;
  return text.ok() && absl::SimpleAtoi(*text, &number) ? number : 0;
}

// By the zone's own limits, long term, short term and peak.
double MostWatts(Host& host, absl::string_view zone) {
  uint64_t most_uw = 0;
  for (int i = 0; i < 3; ++i) {
    most_uw = std::max(most_uw,
                       ReadNumber(host, absl::StrCat(zone, "/constraint_", i, "_power_limit_uw")));
  }
  return most_uw == 0 ? kMostWatts : kAboveLimit * static_cast<double>(most_uw) * 1e-6;
}

absl::Status MayNotRead(absl::string_view path) {
  return absl::PermissionDeniedError(
      absl::StrCat(path,
                   " is readable by root only since Linux 5.10; run collect as root, or let "
                   "a udev rule give the file to your group"));
}

}  // namespace

RaplZone ParseRaplZone(absl::string_view name) {
  name = absl::StripAsciiWhitespace(name);
  if (name == "core") return {"energy-cores"};
  if (name == "uncore") return {"energy-gpu"};
  if (name == "dram") return {"energy-ram"};
  uint64_t package = 0;
  if (!absl::ConsumePrefix(&name, "package-") || !TakeNumber(name, package)) return {};
  if (package > 0xffff || !(name.empty() || absl::StartsWith(name, "-die-"))) return {};
  return {"energy-pkg", static_cast<int>(package)};
}

void Powercap::Open(Host& host, Columns& columns, Readings& readings) {
  host_ = &host;
  const absl::StatusOr<std::vector<std::string>> names = host.ListDirectory(kFolder);
  if (!names.ok()) {
    readings.missing.push_back(absl::NotFoundError("this kernel has no powercap zones"));
    return;
  }
  Readings found;
  int package = 0;
  // Sorted: a zone of a package follows its package.
  for (const std::string& name : *names) {
    if (!absl::StartsWith(name, "intel-rapl:")) continue;
    const std::string path = absl::StrCat(kFolder, "/", name);
    const absl::StatusOr<std::string> text = host.ReadFile(absl::StrCat(path, "/name"));
    if (!text.ok()) continue;
    RaplZone zone = ParseRaplZone(*text);
    if (zone.package >= 0) package = zone.package;
    zone.package = package;
    if (!zone.what.empty() && !readings.Has(zone.what)) OpenZone(path, zone, columns, found);
  }
  std::move(found.all.begin(), found.all.end(), std::back_inserter(readings.all));
  std::move(found.missing.begin(), found.missing.end(), std::back_inserter(readings.missing));
}

void Powercap::OpenZone(absl::string_view path, const RaplZone& kind, Columns& columns,
                        Readings& readings) {
  absl::StatusOr<TextFile> file = host_->OpenText(absl::StrCat(path, "/energy_uj"));
  if (!file.ok()) {
    readings.missing.push_back(absl::IsPermissionDenied(file.status())
                                   ? MayNotRead(absl::StrCat(path, "/energy_uj"))
                                   : file.status());
    return;
  }
  const std::string name = absl::StrCat("turbostat.", path.substr(kFolder.size() + 1));
  v1::MetricDescriptor energy = Metric(absl::StrCat(name, ".energy"), "uJ", v1::COUNTER);
  v1::MetricDescriptor time = Metric(absl::StrCat(name, ".time"), "ns", v1::COUNTER);
  energy.set_hidden(true);
  time.set_hidden(true);
  const int energy_column = columns.Declare(std::move(energy));
  const int time_column = columns.Declare(std::move(time));
  const uint64_t range = ReadNumber(*host_, absl::StrCat(path, "/max_energy_range_uj"));
  readings.all.push_back(
      {kind.what, {-1, kind.package, -1}, energy_column, time_column, -1, kJoulesPerMicrojoule});
  zones_.push_back({*std::move(file),
                    EnergyCounter(range, kJoulesPerMicrojoule, MostWatts(*host_, path)),
                    energy_column, time_column});
}

void Powercap::Read(Columns& columns) {
  for (Zone& zone : zones_) ReadZone(zone, columns);
}

void Powercap::ReadZone(Zone& zone, Columns& columns) {
  const absl::StatusOr<absl::string_view> text = zone.energy_uj.ReadAttribute();
  uint64_t raw = 0;
  if (!text.ok() || !absl::SimpleAtoi(*text, &raw)) return;
  const EnergyCounter::Step step = zone.counter.Advance(raw, host_->MonotonicNs());
  if (step == EnergyCounter::Step::kMayHaveWrapped) {
    columns.Note(absl::StrCat(zone.energy_uj.path(),
                              " may have wrapped more than once in an interval, which is left "
                              "out; a shorter --interval helps"));
  } else if (step == EnergyCounter::Step::kJumped) {
    columns.Note(absl::StrCat(zone.energy_uj.path(),
                              " has jumped, as after a suspend; that interval is left out"));
  }
  columns.Set(zone.energy_column, static_cast<int64_t>(zone.counter.counts()));
  columns.Set(zone.time_column, zone.counter.time_ns());
}

}  // namespace collect
