// Settings by ReadHostFacts; counts from /proc/stat, /proc/vmstat and thermal_throttle.
#include "collector/same_machine.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "collector/environment.h"
#include "probes/kernel/cpu_time.h"

namespace collect {
namespace {

constexpr double kMostSteal = 0.05;

// The facts that a person, a daemon or the firmware may change while a trial is running.
std::map<std::string, std::string> SettingsOf(const v1::HostFacts& facts) {
  std::map<std::string, std::string> settings = {
      {"governor", facts.cpufreq_governor()},
      {"highest frequency", facts.cpufreq_max_khz()},
      {"boost", facts.boost()},
      {"SMT", facts.smt()},
      {"online CPUs", facts.cpus_online()},
      {"microcode", facts.microcode()},
      {"transparent huge pages", facts.transparent_hugepage()},
      {"clock source", facts.clocksource()},
      {"memory", facts.has_memory_kb() ? absl::StrCat(facts.memory_kb(), " kB") : ""},
      {"swap", facts.has_swap_kb() ? absl::StrCat(facts.swap_kb(), " kB") : ""},
  };
  for (const auto& [name, value] : facts.mitigations()) {
    settings[absl::StrCat("mitigation of ", name)] = value;
  }
  std::erase_if(settings, [](const auto& setting) { return setting.second.empty(); });
  return settings;
}

// A package counts once for each of its CPUs, as only growth matters here
// (drivers/thermal/intel/therm_throt.c).
std::optional<uint64_t> ThrottleEvents(Host& host) {
  std::optional<uint64_t> sum;
  for (const int cpu : host.OnlineCpus().value_or(std::vector<int>())) {
    for (const char* file : {"core_throttle_count", "package_throttle_count"}) {
      const absl::StatusOr<std::string> text = host.ReadFile(
          absl::StrCat("/sys/devices/system/cpu/cpu", cpu, "/thermal_throttle/", file));
      uint64_t count = 0;
      if (text.ok() && absl::SimpleAtoi(*text, &count)) sum = sum.value_or(0) + count;
    }
  }
  return sum;
}

std::optional<uint64_t> SwappedPages(Host& host) {
  const absl::StatusOr<std::string> vmstat = host.ReadFile("/proc/vmstat");
  if (!vmstat.ok()) return std::nullopt;
  std::optional<uint64_t> sum;
  for (const absl::string_view line : absl::StrSplit(*vmstat, '\n')) {
    const std::pair<absl::string_view, absl::string_view> field = absl::StrSplit(line, ' ');
    if (field.first != "pswpin" && field.first != "pswpout") continue;
    uint64_t pages = 0;
    if (absl::SimpleAtoi(field.second, &pages)) sum = sum.value_or(0) + pages;
  }
  return sum;
}

// The fields behind these are the time of guests, which usr and nice hold already.
bool ReadTotal(absl::string_view numbers, CpuTimes& times) {
  constexpr size_t kFields = kSteal + 1;
  const std::vector<absl::string_view> words =
      absl::StrSplit(numbers, absl::ByAnyChar(" \t"), absl::SkipEmpty());
  if (words.size() < kFields) return false;
  for (size_t i = 0; i < kFields; ++i) {
    uint64_t ticks = 0;
    if (!absl::SimpleAtoi(words[i], &ticks)) return false;
    times.all += ticks;
    if (i == kSteal) times.steal = ticks;
    if (i != kIdle && i != kIowait && i != kSteal) times.busy += ticks;
  }
  return true;
}

bool Grew(const std::optional<uint64_t>& before, const std::optional<uint64_t>& after) {
  return before.has_value() && after.has_value() && *after > *before;
}

std::optional<double> Share(const MachineState& before, const MachineState& after,
                            uint64_t CpuTimes::*part) {
  if (!before.cpu.has_value() || !after.cpu.has_value()) return std::nullopt;
  const CpuTimes& from = *before.cpu;
  const CpuTimes& to = *after.cpu;
  if (to.all <= from.all || to.*part < from.*part) return std::nullopt;
  return static_cast<double>(to.*part - from.*part) / static_cast<double>(to.all - from.all);
}

}  // namespace

std::optional<CpuTimes> ParseCpuTimes(absl::string_view stat) {
  CpuTimes times;
  bool found = false;
  for (absl::string_view line : absl::StrSplit(stat, '\n')) {
    if (!absl::ConsumePrefix(&line, "cpu")) continue;
    if (absl::StartsWith(line, " ")) {
      found = ReadTotal(line, times);
      if (!found) return std::nullopt;
    } else if (!line.empty() && absl::ascii_isdigit(line[0])) {
      ++times.cpus;
    }
  }
  if (!found || times.cpus == 0) return std::nullopt;
  return times;
}

MachineState ReadMachineState(Host& host) {
  MachineState state;
  state.settings = SettingsOf(ReadHostFacts(host));
  state.cpu = ParseCpuTimes(host.ReadFile("/proc/stat").value_or(""));
  state.throttled = ThrottleEvents(host);
  state.swapped_pages = SwappedPages(host);
  return state;
}

std::vector<std::string> ChangedSettings(const MachineState& before, const MachineState& after) {
  std::vector<std::string> sentences;
  for (const auto& [name, value] : before.settings) {
    const auto now = after.settings.find(name);
    if (now == after.settings.end() || now->second == value) continue;
    sentences.push_back(absl::StrCat(name, " was ", value, " and is ", now->second));
  }
  return sentences;
}

std::vector<std::string> Disturbances(const MachineState& before, const MachineState& after) {
  std::vector<std::string> sentences = ChangedSettings(before, after);
  if (Grew(before.throttled, after.throttled)) {
    sentences.push_back(absl::StrCat("CPUs were hot and slowed down ",
                                     *after.throttled - *before.throttled, " times"));
  }
  if (Grew(before.swapped_pages, after.swapped_pages)) {
    sentences.push_back(
        absl::StrCat(*after.swapped_pages - *before.swapped_pages, " pages were swapped"));
  }
  const std::optional<double> steal = Share(before, after, &CpuTimes::steal);
  if (steal.has_value() && *steal > kMostSteal) {
    sentences.push_back(
        absl::StrFormat("%.0f %% of the CPU time went to other guests of the host", *steal * 100));
  }
  return sentences;
}

std::optional<double> BusyCpus(const MachineState& before, const MachineState& after) {
  const std::optional<double> share = Share(before, after, &CpuTimes::busy);
  if (!share.has_value()) return std::nullopt;
  return *share * after.cpu->cpus;
}

}  // namespace collect
