// In which modes of a CPU an event counts: the letters behind its name.
#pragma once

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace collect {

/// Modes in which an event counts, and how little its samples may skid (perf_event_open(2):
/// exclude_user, exclude_kernel, exclude_hv, precise_ip).
struct EventModes {
  bool user = true;
  bool kernel = true;
  bool hypervisor = true;
  int precise = 0;  ///< 0 to 3
};

/// Reads the letters u, k, h, p as perf-list(1) defines them: with any of the first three, only
/// those modes are counted; each p is one step of precision. Empty: every mode. InvalidArgument
/// names the letter that is none of them.
absl::StatusOr<EventModes> ParseEventModes(absl::string_view letters);

}  // namespace collect
