// Fuzzes the files of /proc/net: two samples of each, as layouts are remembered between them.
#include <cstddef>
#include <cstdint>
#include <string>

#include "probes/kernel/headed_pairs.h"
#include "probes/kernel/net.h"
#include "probes/kernel/sockstat.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  collect::Columns columns;
  collect::HeadedPairs pairs;
  collect::NetDevTable interfaces;
  collect::SockstatTable sockets;
  const auto declare = [&](absl::string_view name) {
    return columns.Declare(collect::Metric(std::string(name), "count", collect::v1::COUNTER));
  };
  for (const absl::string_view sample :
       {absl::string_view(text).substr(0, size / 2), absl::string_view(text).substr(size / 2)}) {
    columns.Clear();
    pairs.Fill(sample, declare, columns);
    interfaces.Fill(sample, columns);
    sockets.Fill(sample, columns);
  }
  return 0;
}
