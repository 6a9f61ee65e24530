// Model specific registers, for what nothing better gives.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "probes/columns.h"
#include "probes/host/host.h"
#include "probes/power/energy_counter.h"
#include "probes/power/reading.h"

namespace collect {

/// Who made the CPU, and whether it is that of a virtual machine.
struct CpuMaker {
  std::string vendor;  ///< "GenuineIntel"; empty where /proc/cpuinfo does not say
  bool is_guest = false;
};

/// Of the text of /proc/cpuinfo on x86: vendor_id and the flag "hypervisor".
CpuMaker ParseCpuMaker(absl::string_view cpuinfo);

/// Time throttled by RAPL, which only MSRs show, and energy where neither perf nor powercap counts
/// it. Each read interrupts one CPU of the package or core (S-053). Guests are left alone: their
/// registers are missing or made up (S-063). Modules are never loaded (S-064).
class MsrRegisters {
 public:
  /// Opens the registers of what `readings` does not have yet.
  void Open(Host& host, absl::Span<const CpuPlace> places, Columns& columns, Readings& readings);
  void Read(Columns& columns);

 private:
  struct Slot {
    int fd;
    uint32_t address;
    int column;
    int time_column;
    std::optional<EnergyCounter> energy;  // nothing for a counter of time
  };
  struct Register;

  absl::Status OpenRegister(const Register& wanted, const CpuPlace& place, Columns& columns,
                            std::vector<Reading>& found);
  absl::StatusOr<int> FileOf(int cpu);
  absl::Status Explain(const absl::Status& status);
  void ReadSlot(Slot& slot, Columns& columns);

  static const Register kRegisters[];

  Host* host_ = nullptr;
  std::vector<std::pair<int, UniqueFd>> files_;  // by CPU
  std::vector<Slot> slots_;
};

}  // namespace collect
