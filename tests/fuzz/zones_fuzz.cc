// Fuzzes /proc/zoneinfo and /proc/buddyinfo: two samples, as layouts are remembered between them.
#include <cstddef>
#include <cstdint>
#include <string>

#include "probes/kernel/buddyinfo.h"
#include "probes/kernel/zoneinfo.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  collect::Columns columns;
  collect::ZoneinfoTable zones;
  collect::BuddyinfoTable blocks;
  for (const absl::string_view sample :
       {absl::string_view(text).substr(0, size / 2), absl::string_view(text).substr(size / 2)}) {
    columns.Clear();
    zones.Fill(sample, columns);
    blocks.Fill(sample, columns);
  }
  return 0;
}
