// /proc/interrupts: how often each CPU took each interrupt.
#pragma once

#include <string>

#include "absl/strings/string_view.h"
#include "probes/kernel/cpu_counters.h"
#include "probes/probe.h"

namespace collect {

/// The key of a row, as in the kernel test robot's reports. Numbered: the number and the words of
/// chip, pin and action, joined by dots ("36:IR-PCI-MSI.2621443-edge.eth0-TxRx-2"; a comma and a
/// blank become a comma). Lettered: the label and the description's words, joined by underlines
/// ("LOC:Local_timer_interrupts"). The verbatim row stays in the run's raw texts.
std::string InterruptKey(const CpuMatrix::Row& row);

/// Metrics "interrupts.KEY" and "interrupts.CPUn.KEY" (Documentation/filesystems/proc.rst); the
/// file lists the CPUs that are online.
class Interrupts : public Probe {
 public:
  absl::Status Open(const ProbeContext& context, Columns& columns) override;
  absl::Status Read(Columns& columns) override;
  void VisitTexts(
      absl::FunctionRef<void(absl::string_view path, absl::string_view text)> visit) const override;

 private:
  TextFile file_;
  CpuCounters counters_{"interrupts", InterruptKey, /*lone_numbers_are_totals=*/true};
};

}  // namespace collect
