// Fuzzes the two files of a process.
#include <cstddef>
#include <cstdint>

#include "probes/kernel/process_files.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const absl::string_view text(reinterpret_cast<const char*>(data), size);
  collect::ProcessNumbers numbers;
  collect::ParseProcessStat(text, numbers);
  collect::ParseProcessStatus(text, numbers);
  return 0;
}
