// Host facts from /proc, /sys and /etc/os-release.
#include "collector/environment.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "collector/virtualization.h"

namespace collect {
namespace {

constexpr char kCpuFolder[] = "/sys/devices/system/cpu";

std::optional<std::string> OneLine(Host& host, absl::string_view path) {
  absl::StatusOr<std::string> text = host.ReadFile(path);
  if (!text.ok()) return std::nullopt;
  absl::StripAsciiWhitespace(&*text);
  if (text->empty()) return std::nullopt;
  return *std::move(text);
}

// The text behind `key` and `separator` in the first line that has them.
std::optional<std::string> FieldOf(absl::string_view text, absl::string_view key, char separator) {
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    const std::pair<absl::string_view, absl::string_view> field =
        absl::StrSplit(line, absl::MaxSplits(separator, 1));
    if (absl::StripAsciiWhitespace(field.first) != key) continue;
    const absl::string_view value = absl::StripAsciiWhitespace(field.second);
    if (!value.empty()) return std::string(value);
  }
  return std::nullopt;
}

// "MemTotal:  16384 kB"
std::optional<uint64_t> KilobytesOf(absl::string_view meminfo, absl::string_view key) {
  const std::optional<std::string> field = FieldOf(meminfo, key, ':');
  uint64_t kilobytes = 0;
  if (!field.has_value() || !absl::SimpleAtoi(absl::StripSuffix(*field, " kB"), &kilobytes)) {
    return std::nullopt;
  }
  return kilobytes;
}

// "always [madvise] never": the word in brackets.
std::optional<std::string> ChosenWord(const std::optional<std::string>& words) {
  if (!words.has_value()) return std::nullopt;
  for (absl::string_view word : absl::StrSplit(*words, ' ')) {
    if (absl::ConsumePrefix(&word, "[") && absl::ConsumeSuffix(&word, "]")) {
      return std::string(word);
    }
  }
  return std::nullopt;
}

// What all cpufreq policies say in `file`; each word once. One policy stands for the CPUs that
// change their frequency together (Documentation/admin-guide/pm/cpufreq.rst).
std::optional<std::string> PolicyWords(Host& host, absl::string_view file) {
  const std::string folder = absl::StrCat(kCpuFolder, "/cpufreq");
  absl::StatusOr<std::vector<std::string>> names = host.ListDirectory(folder);
  if (!names.ok()) return std::nullopt;
  std::set<std::string> words;
  for (const std::string& name : *names) {
    if (!absl::StartsWith(name, "policy")) continue;
    std::optional<std::string> word = OneLine(host, absl::StrCat(folder, "/", name, "/", file));
    if (word.has_value()) words.insert(*std::move(word));
  }
  if (words.empty()) return std::nullopt;
  return absl::StrJoin(words, ",");
}

// intel_pstate says it the other way round (Documentation/admin-guide/pm/intel_pstate.rst).
std::optional<std::string> Boost(Host& host) {
  std::optional<std::string> boost = OneLine(host, absl::StrCat(kCpuFolder, "/cpufreq/boost"));
  if (boost.has_value()) return boost;
  const std::optional<std::string> no_turbo =
      OneLine(host, absl::StrCat(kCpuFolder, "/intel_pstate/no_turbo"));
  if (!no_turbo.has_value()) return std::nullopt;
  return *no_turbo == "0" ? "1" : "0";
}

std::optional<std::string> NumaNodes(Host& host) {
  absl::StatusOr<std::vector<int>> nodes = host.OnlineNodes();
  if (!nodes.ok()) return std::nullopt;
  std::vector<std::string> parts;
  for (int node : *nodes) {
    absl::StatusOr<std::string> cpus =
        host.ReadFile(absl::StrCat("/sys/devices/system/node/node", node, "/cpulist"));
    if (cpus.ok()) parts.push_back(absl::StrCat(node, ":", absl::StripAsciiWhitespace(*cpus)));
  }
  if (parts.empty()) return std::nullopt;
  return absl::StrJoin(parts, " ");
}

void ReadMitigations(Host& host, v1::HostFacts& facts) {
  const std::string folder = absl::StrCat(kCpuFolder, "/vulnerabilities");
  absl::StatusOr<std::vector<std::string>> names = host.ListDirectory(folder);
  if (!names.ok()) return;
  for (const std::string& name : *names) {
    std::optional<std::string> state = OneLine(host, absl::StrCat(folder, "/", name));
    if (state.has_value()) (*facts.mutable_mitigations())[name] = *std::move(state);
  }
}

// PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"
std::optional<std::string> OperatingSystem(Host& host) {
  absl::StatusOr<std::string> text = host.ReadFile("/etc/os-release");
  if (!text.ok()) return std::nullopt;
  std::optional<std::string> name = FieldOf(*text, "PRETTY_NAME", '=');
  if (!name.has_value()) return std::nullopt;
  absl::string_view plain = *name;
  for (absl::string_view quote : {"\"", "'"}) {
    if (plain.size() > 1 && absl::StartsWith(plain, quote) && absl::EndsWith(plain, quote)) {
      plain = plain.substr(1, plain.size() - 2);
    }
  }
  return std::string(plain);
}

// The unified hierarchy has number 0 and no controllers: "0::/user.slice" (man 7 cgroups).
std::optional<std::string> ControlGroup(Host& host) {
  absl::StatusOr<std::string> text = host.ReadFile("/proc/self/cgroup");
  if (!text.ok()) return std::nullopt;
  for (absl::string_view line : absl::StrSplit(*text, '\n')) {
    if (absl::ConsumePrefix(&line, "0::")) return std::string(line);
  }
  return std::nullopt;
}

std::optional<std::string> LoadAverage(Host& host) {
  const std::optional<std::string> line = OneLine(host, "/proc/loadavg");
  if (!line.has_value()) return std::nullopt;
  return line->substr(0, line->find(' '));
}

// Facts that are one line of one file.
struct LineFact {
  const char* path;
  std::string* (v1::HostFacts::*field)();
};

constexpr LineFact kLineFacts[] = {
    {"/proc/sys/kernel/hostname", &v1::HostFacts::mutable_hostname},
    {"/proc/sys/kernel/osrelease", &v1::HostFacts::mutable_kernel_release},
    {"/proc/sys/kernel/version", &v1::HostFacts::mutable_kernel_version},
    {"/proc/sys/kernel/arch", &v1::HostFacts::mutable_architecture},
    {"/proc/cmdline", &v1::HostFacts::mutable_kernel_command_line},
    {"/sys/devices/system/cpu/online", &v1::HostFacts::mutable_cpus_online},
    {"/sys/devices/system/cpu/smt/control", &v1::HostFacts::mutable_smt},
    {"/sys/devices/system/clocksource/clocksource0/current_clocksource",
     &v1::HostFacts::mutable_clocksource},
    {"/proc/sys/kernel/random/boot_id", &v1::HostFacts::mutable_boot_id},
    {"/proc/sys/kernel/perf_event_paranoid", &v1::HostFacts::mutable_perf_event_paranoid},
};

void Put(v1::HostFacts& facts, std::string* (v1::HostFacts::*field)(),
         const std::optional<std::string>& value) {
  if (value.has_value()) *(facts.*field)() = *value;
}

void ReadCpuFacts(Host& host, v1::HostFacts& facts) {
  const std::string cpuinfo = host.ReadFile("/proc/cpuinfo").value_or("");
  Put(facts, &v1::HostFacts::mutable_cpu_model, FieldOf(cpuinfo, "model name", ':'));
  Put(facts, &v1::HostFacts::mutable_microcode, FieldOf(cpuinfo, "microcode", ':'));
  Put(facts, &v1::HostFacts::mutable_virtualization, Virtualization(host, cpuinfo));
  Put(facts, &v1::HostFacts::mutable_cpufreq_governor, PolicyWords(host, "scaling_governor"));
  Put(facts, &v1::HostFacts::mutable_cpufreq_driver, PolicyWords(host, "scaling_driver"));
  Put(facts, &v1::HostFacts::mutable_cpufreq_max_khz, PolicyWords(host, "scaling_max_freq"));
  Put(facts, &v1::HostFacts::mutable_boost, Boost(host));
}

void ReadMemoryFacts(Host& host, v1::HostFacts& facts) {
  const std::string meminfo = host.ReadFile("/proc/meminfo").value_or("");
  const std::optional<uint64_t> memory_kb = KilobytesOf(meminfo, "MemTotal");
  const std::optional<uint64_t> swap_kb = KilobytesOf(meminfo, "SwapTotal");
  if (memory_kb.has_value()) facts.set_memory_kb(*memory_kb);
  if (swap_kb.has_value()) facts.set_swap_kb(*swap_kb);
  Put(facts, &v1::HostFacts::mutable_numa_nodes, NumaNodes(host));
  Put(facts, &v1::HostFacts::mutable_transparent_hugepage,
      ChosenWord(OneLine(host, "/sys/kernel/mm/transparent_hugepage/enabled")));
}

}  // namespace

v1::HostFacts ReadHostFacts(Host& host) {
  v1::HostFacts facts;
  for (const LineFact& fact : kLineFacts) Put(facts, fact.field, OneLine(host, fact.path));
  ReadCpuFacts(host, facts);
  ReadMemoryFacts(host, facts);
  ReadMitigations(host, facts);
  Put(facts, &v1::HostFacts::mutable_operating_system, OperatingSystem(host));
  Put(facts, &v1::HostFacts::mutable_cgroup, ControlGroup(host));
  Put(facts, &v1::HostFacts::mutable_load_average, LoadAverage(host));
  return facts;
}

}  // namespace collect
