// /proc/net/sockstat and sockstat6: sockets in use.
#pragma once

#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "probes/probe.h"

namespace collect {

/// Reads lines "TCP: inuse 5 orphan 0 tw 190 alloc 7 mem 1".
class SockstatTable {
 public:
  /// Sets "sockstat.TCP.inuse" and so on. Words that are not "name number" are noted.
  void Fill(absl::string_view text, Columns& columns);

 private:
  struct Cell {
    std::string name;
    int column;
  };
  struct Line {
    std::string label;        // "TCP"
    std::vector<Cell> cells;  // in the line's order
  };

  const Cell& CellOf(Line& line, size_t index, absl::string_view name, Columns& columns);
  void FillLine(absl::string_view text, Line& line, Columns& columns);

  std::vector<Line> lines_;  // of the last sample
  absl::flat_hash_map<std::string, int> columns_;
};

/// Metrics "sockstat.PROTOCOL.FIELD" (net/ipv4/proc.c: sockstat_seq_show), all of them levels:
/// sockets, pages of their memory ("mem") and bytes of fragments ("memory"). Of collect's own
/// network namespace, except orphan, alloc and mem, which are the machine's.
class Sockstat : public Probe {
 public:
  /// NotFound if the kernel has no sockstat; sockstat6 may be missing.
  absl::Status Open(const ProbeContext& context, Columns& columns) override;
  absl::Status Read(Columns& columns) override;
  void VisitTexts(
      absl::FunctionRef<void(absl::string_view path, absl::string_view text)> visit) const override;

 private:
  struct Source {
    TextFile file;
    SockstatTable table;
  };
  std::vector<Source> sources_;
};

}  // namespace collect
