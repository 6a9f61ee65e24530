// All probes, opened on a machine to see what they say.
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "probes/host/host.h"
#include "probes/table.h"

namespace collect {

/// What opening a probe has shown.
struct OpenedProbe {
  const ProbeInfo* info;
  absl::Status status;
  size_t metrics = 0;                   ///< declared so far, without hidden ones
  std::vector<std::string> notes = {};  ///< what it cannot measure of all that it does, and why
};

/// Whether there is nothing to open without a command, as the probe reads how that went.
bool NeedsCommand(const ProbeInfo& info);

/// Opens every probe that needs no command; the others have the status OK.
std::vector<OpenedProbe> OpenAllProbes(Host& host);

}  // namespace collect
