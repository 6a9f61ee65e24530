// /proc/pressure: how long tasks had to wait for CPUs, memory, I/O and interrupts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "probes/probe.h"

namespace collect {

/// Pressure stall information (Documentation/accounting/psi.rst): counters
/// "pressure.RESOURCE.{some,full}.total" (us in which some tasks, or all that were not idle, stood
/// still for want of it) and "pressure.RESOURCE.{some,full}%", the same as a share of the time. The
/// kernel's averages over 10, 60 and 300 s follow from them and are not kept. Nor is "full" of
/// cpu, which has no meaning for a whole machine and is printed as 0.
class Pressure : public Probe {
 public:
  absl::Status Open(const ProbeContext& context, Columns& columns) override;
  absl::Status Read(Columns& columns) override;
  void VisitTexts(
      absl::FunctionRef<void(absl::string_view path, absl::string_view text)> visit) const override;

 private:
  struct Total {
    std::string word;  // "some" or "full"
    int column = -1;
  };
  struct Resource {
    std::string name;
    TextFile file;
    std::vector<Total> totals;
  };

  static void TakeTotal(absl::string_view line, Resource& resource, Columns& columns);
  static int ColumnOf(absl::string_view word, Resource& resource, Columns& columns);

  std::vector<Resource> resources_;
};

/// What an error of opening or reading these files means for the user.
absl::Status ExplainPressureError(const absl::Status& status);

}  // namespace collect
