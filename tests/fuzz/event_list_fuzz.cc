// Fuzzes the lists of --events and what sysfs says of PMUs: formats and terms.
#include <cstddef>
#include <cstdint>

#include "probes/perf/event_list.h"
#include "probes/perf/event_modes.h"
#include "probes/perf/term_format.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const absl::string_view text(reinterpret_cast<const char*>(data), size);
  const auto list = collect::ParseEventList(text);
  if (list.ok() && list->empty()) __builtin_trap();
  collect::ParseEventModes(text).IgnoreError();
  collect::ParseEventTerms(text).IgnoreError();
  const auto format = collect::ParseTermFormat(text.substr(0, text.find('|')));
  if (!format.ok()) return 0;
  if (format->width() < 1 || format->width() > 64) __builtin_trap();
  collect::ConfigWords words = {};
  collect::PutTerm(*format, size, words).IgnoreError();
  collect::PutTerm(*format, ~uint64_t{0}, words).IgnoreError();
  return 0;
}
