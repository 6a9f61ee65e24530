// Whether the machine is a real one.
#pragma once

#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "probes/host/host.h"

namespace collect {

/// The hypervisor ("kvm", "vmware", "vm" for one that does not say its name) and the container
/// ("docker") that the machine runs in, joined by ","; "none" on bare metal; nothing where it
/// cannot be known. `cpuinfo` is the text of /proc/cpuinfo.
std::optional<std::string> Virtualization(Host& host, absl::string_view cpuinfo);

}  // namespace collect
