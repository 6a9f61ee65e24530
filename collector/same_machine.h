// Whether the machine is still the same between the runs of a trial, and whether anything else
// disturbed a run.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "probes/host/host.h"

namespace collect {

/// CPU time of all CPUs together since the machine was started, in ticks (man 5 proc_stat).
struct CpuTimes {
  uint64_t busy = 0;   ///< neither idle nor waiting for I/O nor stolen
  uint64_t steal = 0;  ///< a hypervisor gave to others
  uint64_t all = 0;
  int cpus = 0;  ///< that are online
};

/// Reads /proc/stat; nothing if it has no such lines.
std::optional<CpuTimes> ParseCpuTimes(absl::string_view stat);

/// The machine at one instant. What is not there or may not be read is absent.
struct MachineState {
  std::map<std::string, std::string> settings;  ///< by name: "governor", "SMT"...
  std::optional<CpuTimes> cpu;
  std::optional<uint64_t> throttled;      ///< times that CPUs were slowed down as they were hot
  std::optional<uint64_t> swapped_pages;  ///< in and out
};

MachineState ReadMachineState(Host& host);

/// A sentence for each setting that is known both times and is not what it was.
std::vector<std::string> ChangedSettings(const MachineState& before, const MachineState& after);

/// Sentences about what happened between two instants that is not the command's doing: settings
/// that changed, CPUs that were slowed down as they were hot, pages swapped, more than 5 % of the
/// CPU time given to other guests.
std::vector<std::string> Disturbances(const MachineState& before, const MachineState& after);

/// How many CPUs were busy on average; nothing where it is not known.
std::optional<double> BusyCpus(const MachineState& before, const MachineState& after);

}  // namespace collect
