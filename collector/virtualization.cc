// Hypervisors by their DMI strings, containers by the files they leave.
#include "collector/virtualization.h"

#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace collect {
namespace {

struct Maker {
  absl::string_view dmi_part;
  absl::string_view name;
};

// What DMI says of the makers of virtual machines; names as systemd-detect-virt(1) has them.
constexpr Maker kMakers[] = {
    {"KVM", "kvm"},           {"QEMU", "qemu"},     {"VMware", "vmware"},
    {"VirtualBox", "oracle"}, {"Xen", "xen"},       {"Microsoft", "microsoft"},
    {"Amazon EC2", "amazon"}, {"Google", "google"}, {"Parallels", "parallels"},
};

std::string Text(Host& host, absl::string_view path) {
  std::string text = host.ReadFile(path).value_or("");
  absl::StripAsciiWhitespace(&text);
  return text;
}

std::string HypervisorByName(Host& host) {
  const std::string dmi = absl::StrCat(Text(host, "/sys/class/dmi/id/product_name"), " ",
                                       Text(host, "/sys/class/dmi/id/sys_vendor"));
  for (const Maker& maker : kMakers) {
    if (absl::StrContains(dmi, maker.dmi_part)) return std::string(maker.name);
  }
  return Text(host, "/sys/hypervisor/type");  // Documentation/ABI/stable/sysfs-hypervisor-xen
}

// On x86 the CPU itself says whether there is a hypervisor; the makers also sell bare machines.
enum class Answer { kYes, kNo, kUnknown };

Answer HasHypervisor(absl::string_view cpuinfo) {
  for (absl::string_view line : absl::StrSplit(cpuinfo, '\n')) {
    if (!absl::StartsWith(line, "flags")) continue;
    return absl::StrContains(absl::StrCat(line, " "), " hypervisor ") ? Answer::kYes : Answer::kNo;
  }
  return Answer::kUnknown;
}

// https://systemd.io/CONTAINER_INTERFACE: the manager sets container= for process 1, and systemd
// keeps it in a file; docker and podman leave an empty file.
std::string Container(Host& host) {
  std::string kept = Text(host, "/run/systemd/container");
  if (!kept.empty()) return kept;
  const std::string environment = Text(host, "/proc/1/environ");
  for (absl::string_view variable : absl::StrSplit(environment, '\0')) {
    if (absl::ConsumePrefix(&variable, "container=")) return std::string(variable);
  }
  if (host.ReadFile("/.dockerenv").ok()) return "docker";
  if (host.ReadFile("/run/.containerenv").ok()) return "podman";
  return "";
}

}  // namespace

std::optional<std::string> Virtualization(Host& host, absl::string_view cpuinfo) {
  std::vector<std::string> found;
  const Answer answer = HasHypervisor(cpuinfo);
  if (answer != Answer::kNo) {
    const std::string name = HypervisorByName(host);
    if (!name.empty()) {
      found.push_back(name);
    } else if (answer == Answer::kYes) {
      found.push_back("vm");
    }
  }
  const std::string container = Container(host);
  if (!container.empty()) found.push_back(container);
  if (!found.empty()) return absl::StrJoin(found, ",");
  if (answer == Answer::kNo) return "none";
  return std::nullopt;
}

}  // namespace collect
