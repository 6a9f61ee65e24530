// Fuzzes the sums of /proc/stat that tell how busy a machine is.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "collector/same_machine.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto times =
      collect::ParseCpuTimes(absl::string_view(reinterpret_cast<const char*>(data), size));
  if (times.has_value() && times->cpus <= 0) std::abort();
  return 0;
}
