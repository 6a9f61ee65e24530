// Feeds arbitrary bytes to the reader of /proc/PID/stat.
#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "collector/processes.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const absl::string_view text(reinterpret_cast<const char*>(data), size);
  const std::optional<collect::Process> process = collect::ParseProcStat(text);
  if (process.has_value() && process->name.size() > size) __builtin_trap();
  return 0;
}
