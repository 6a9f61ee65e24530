// Fuzzes /proc/interrupts and /proc/softirqs: three samples, as lines are remembered between them.
#include <cstddef>
#include <cstdint>
#include <string>

#include "probes/kernel/cpu_counters.h"
#include "probes/kernel/interrupts.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const size_t third = size / 3;
  for (const bool has_totals : {false, true}) {
    collect::Columns columns;
    collect::CpuCounters counters("fuzz", collect::InterruptKey, has_totals);
    if (!has_totals) counters.ReportOnly({0, 2});
    for (const absl::string_view sample :
         {absl::string_view(text).substr(0, third), absl::string_view(text).substr(third, third),
          absl::string_view(text).substr(2 * third)}) {
      columns.Clear();
      counters.Fill(sample, columns).IgnoreError();
    }
  }
  return 0;
}
