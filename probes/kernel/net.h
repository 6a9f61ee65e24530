// The network: what interfaces and protocols have counted.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "probes/kernel/headed_pairs.h"
#include "probes/probe.h"

namespace collect {

/// Reads /proc/net/dev: two header lines, then "  eth0: number ..." in the header's order.
class NetDevTable {
 public:
  /// Sets "net.dev.INTERFACE.{rx,tx}_FIELD". Numbers that no title stands above are "fieldN".
  void Fill(absl::string_view text, Columns& columns);

 private:
  void LearnHeader(absl::string_view titles);
  void FillInterface(absl::string_view line, Columns& columns);
  int ColumnOf(std::vector<int>& known, size_t field, absl::string_view interface,
               Columns& columns) const;

  std::string titles_;              // the second line
  std::vector<std::string> names_;  // "rx_bytes" ...
  // By interface, columns in the order of the fields.
  std::map<std::string, std::vector<int>, std::less<>> interfaces_;
};

/// Whether a field "Tcp.CurrEstab" of /proc/net/{snmp,netstat} is a level or a setting (GAUGE) or
/// counts up (COUNTER).
v1::Kind SnmpKind(absl::string_view name);

/// Metrics "net.PROTOCOL.FIELD" of /proc/net/snmp and /proc/net/netstat ("net.Tcp.RetransSegs",
/// "net.TcpExt.ListenOverflows", Documentation/networking/snmp_counter.rst) and "net.dev.INTERFACE.
/// {rx,tx}_FIELD" of /proc/net/dev. These are of the network namespace that collect runs in; a
/// command that runs in another is not seen. Interfaces may come and go.
class Net : public Probe {
 public:
  /// NotFound if none of the files is there.
  absl::Status Open(const ProbeContext& context, Columns& columns) override;
  absl::Status Read(Columns& columns) override;
  void VisitTexts(
      absl::FunctionRef<void(absl::string_view path, absl::string_view text)> visit) const override;

 private:
  struct Protocols {
    TextFile file;
    HeadedPairs pairs;
  };

  std::vector<Protocols> protocols_;
  std::vector<TextFile> dev_;  // one, or none where there is no such file
  NetDevTable interfaces_;
};

}  // namespace collect
