// Reading type, cpumask and events/ of a PMU.
#include "probes/perf/sysfs_pmu.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "probes/host/cpu_list.h"

namespace collect {
namespace {

absl::Status Malformed(absl::string_view path, absl::string_view text, absl::string_view expected) {
  return absl::InvalidArgumentError(absl::StrCat(
      path, " holds \"", absl::StripAsciiWhitespace(text), "\", which is not ", expected));
}

absl::StatusOr<double> ReadScale(Host& host, absl::string_view path) {
  absl::StatusOr<std::string> text = host.ReadFile(path);
  if (absl::IsNotFound(text.status())) return 1;
  if (!text.ok()) return text.status();
  double scale = 0;
  if (!absl::SimpleAtod(*text, &scale) || !(scale > 0)) {
    return Malformed(path, *text, "a number above 0");
  }
  return scale;
}

absl::StatusOr<std::string> ReadUnit(Host& host, absl::string_view path) {
  absl::StatusOr<std::string> text = host.ReadFile(path);
  if (absl::IsNotFound(text.status())) return "count";
  if (!text.ok()) return text.status();
  return std::string(absl::StripAsciiWhitespace(*text));
}

}  // namespace

std::string SysfsPmuFolder(absl::string_view pmu) {
  return absl::StrCat("/sys/bus/event_source/devices/", pmu);
}

std::vector<std::string> AllSysfsPmus(Host& host) {
  return host.ListDirectory(SysfsPmuFolder("")).value_or(std::vector<std::string>());
}

absl::StatusOr<SysfsUnit> ReadSysfsUnit(Host& host, absl::string_view pmu,
                                        absl::string_view event) {
  const std::string path = absl::StrCat(SysfsPmuFolder(pmu), "/events/", event);
  absl::StatusOr<double> scale = ReadScale(host, absl::StrCat(path, ".scale"));
  if (!scale.ok()) return scale.status();
  absl::StatusOr<std::string> unit = ReadUnit(host, absl::StrCat(path, ".unit"));
  if (!unit.ok()) return unit.status();
  return SysfsUnit{*scale, *std::move(unit)};
}

absl::StatusOr<uint64_t> ParseEventTerm(absl::string_view text) {
  absl::string_view number = absl::StripAsciiWhitespace(text);
  uint64_t config = 0;
  if (!absl::ConsumePrefix(&number, "event=0x") || !absl::SimpleHexAtoi(number, &config)) {
    return absl::InvalidArgumentError(absl::StrCat("\"", absl::StripAsciiWhitespace(text),
                                                   "\" is not of the form event=0xNUMBER"));
  }
  return config;
}

absl::StatusOr<SysfsPmu> ReadSysfsPmu(Host& host, absl::string_view name) {
  SysfsPmu pmu;
  pmu.name = std::string(name);
  const std::string type_path = absl::StrCat(SysfsPmuFolder(name), "/type");
  absl::StatusOr<std::string> type = host.ReadFile(type_path);
  if (!type.ok()) return type.status();
  if (!absl::SimpleAtoi(*type, &pmu.type)) return Malformed(type_path, *type, "a number");
  absl::StatusOr<std::string> mask = host.ReadFile(absl::StrCat(SysfsPmuFolder(name), "/cpumask"));
  if (absl::IsNotFound(mask.status())) return pmu;
  if (!mask.ok()) return mask.status();
  absl::StatusOr<std::vector<int>> cpus = ParseCpuList(*mask);
  if (!cpus.ok()) return cpus.status();
  pmu.cpus = *std::move(cpus);
  return pmu;
}

absl::StatusOr<SysfsEvent> ReadSysfsEvent(Host& host, const SysfsPmu& pmu,
                                          absl::string_view event) {
  SysfsEvent result;
  result.name = std::string(event);
  const std::string path = absl::StrCat(SysfsPmuFolder(pmu.name), "/events/", event);
  absl::StatusOr<std::string> term = host.ReadFile(path);
  if (!term.ok()) return term.status();
  absl::StatusOr<uint64_t> config = ParseEventTerm(*term);
  if (!config.ok())
    return absl::InvalidArgumentError(absl::StrCat(path, ": ", config.status().message()));
  result.config = *config;
  absl::StatusOr<SysfsUnit> unit = ReadSysfsUnit(host, pmu.name, event);
  if (!unit.ok()) return unit.status();
  result.scale = unit->scale;
  result.unit = std::move(unit->unit);
  return result;
}

}  // namespace collect
