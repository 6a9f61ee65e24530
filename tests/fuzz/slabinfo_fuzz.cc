// Fuzzes /proc/slabinfo: three samples, as lines are remembered between them.
#include <cstddef>
#include <cstdint>
#include <string>

#include "probes/kernel/slabinfo.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  collect::Columns columns;
  collect::SlabTable caches;
  const size_t third = size / 3;
  for (const absl::string_view sample :
       {absl::string_view(text).substr(0, third), absl::string_view(text).substr(third, third),
        absl::string_view(text).substr(2 * third)}) {
    columns.Clear();
    caches.Fill(sample, columns);
  }
  return 0;
}
