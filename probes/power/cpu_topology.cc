// Reading /sys/devices/system/cpu/cpu*/topology.
#include "probes/power/cpu_topology.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace collect {
namespace {

// -1 is what firmware without such numbers leaves there.
int ReadId(Host& host, int cpu, absl::string_view file, int otherwise) {
  const absl::StatusOr<std::string> text =
      host.ReadFile(absl::StrCat("/sys/devices/system/cpu/cpu", cpu, "/topology/", file));
  int id = 0;
  if (!text.ok() || !absl::SimpleAtoi(*text, &id) || id < 0) return otherwise;
  return id;
}

bool SameCore(const CpuPlace& one, const CpuPlace& other) {
  return one.package == other.package && one.core == other.core;
}

}  // namespace

std::vector<CpuPlace> ReadCpuTopology(Host& host, absl::Span<const int> cpus) {
  std::vector<CpuPlace> places;
  for (int cpu : cpus) {
    places.push_back(
        {cpu, ReadId(host, cpu, "physical_package_id", 0), ReadId(host, cpu, "core_id", cpu)});
  }
  return places;
}

std::vector<CpuPlace> FirstOfEachCore(absl::Span<const CpuPlace> places) {
  std::vector<CpuPlace> first;
  std::set<std::pair<int, int>> seen;
  for (const CpuPlace& place : places) {
    if (seen.insert({place.package, place.core}).second) first.push_back(place);
  }
  return first;
}

std::vector<CpuPlace> FirstOfEachPackage(absl::Span<const CpuPlace> places) {
  std::vector<CpuPlace> first;
  std::set<int> seen;
  for (const CpuPlace& place : places) {
    if (seen.insert(place.package).second) first.push_back(place);
  }
  return first;
}

int CpusInCore(absl::Span<const CpuPlace> places, const CpuPlace& core) {
  return static_cast<int>(std::count_if(
      places.begin(), places.end(), [&](const CpuPlace& place) { return SameCore(place, core); }));
}

}  // namespace collect
