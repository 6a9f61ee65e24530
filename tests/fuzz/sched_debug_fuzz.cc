// Fuzzes the scheduler's debug file: two samples, as layouts are remembered between them.
#include <cstddef>
#include <cstdint>
#include <string>

#include "probes/kernel/sched_debug.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  collect::Columns columns;
  collect::SchedDebugTable table;
  for (const absl::string_view sample :
       {absl::string_view(text).substr(0, size / 2), absl::string_view(text).substr(size / 2)}) {
    columns.Clear();
    table.Fill(sample, columns);
  }
  return 0;
}
