// Fuzzes the short texts behind turbostat: events of a PMU, names of RAPL zones, the line of
// interrupts, the maker of a CPU.
#include <cstddef>
#include <cstdint>

#include "probes/perf/sysfs_pmu.h"
#include "probes/power/msr_registers.h"
#include "probes/power/powercap.h"
#include "probes/power/turbostat.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const absl::string_view text(reinterpret_cast<const char*>(data), size);
  collect::ParseEventTerm(text).IgnoreError();
  const collect::RaplZone zone = collect::ParseRaplZone(text);
  if (!zone.what.empty() && zone.package > 0xffff) __builtin_trap();
  (void)collect::InterruptsTaken(text);
  (void)collect::ParseCpuMaker(text);
  return 0;
}
