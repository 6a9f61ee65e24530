// Fuzzes files of "name value" lines: three samples, as layouts are remembered between them.
#include <cstddef>
#include <cstdint>
#include <string>

#include "probes/kernel/field_table.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  collect::Columns columns;
  collect::FieldTable table;
  const auto declare = [&](absl::string_view name, absl::string_view unit) {
    return columns.Declare(collect::Metric(std::string(name), unit, collect::v1::GAUGE));
  };
  const size_t third = size / 3;
  for (const absl::string_view sample :
       {absl::string_view(text).substr(0, third), absl::string_view(text).substr(third, third),
        absl::string_view(text).substr(2 * third)}) {
    columns.Clear();
    table.Fill(sample, declare, columns);
  }
  return 0;
}
