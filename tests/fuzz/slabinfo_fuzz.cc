// Fuzzes /proc/slabinfo: two samples, as lines are remembered between them.
#include <cstddef>
#include <cstdint>
#include <string>

#include "probes/kernel/slabinfo.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  collect::Columns columns;
  collect::SlabTable caches;
  const size_t half = size / 2;
  for (const absl::string_view sample :
       {absl::string_view(text).substr(0, half), absl::string_view(text).substr(half)}) {
    columns.Clear();
    caches.Fill(sample, columns);
  }
  return 0;
}
