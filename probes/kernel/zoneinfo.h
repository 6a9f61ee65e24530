// /proc/zoneinfo: the stocks, events and watermarks of each memory zone.
#pragma once

#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "probes/probe.h"

namespace collect {

/// Reads zoneinfo (mm/vmstat.c: zoneinfo_show_print): zones headed "Node 0, zone  Normal", lines of
/// a name and a number, in the first zone of a node those of the node itself ("per-node stats"),
/// and the lists of free pages of each CPU ("pagesets"), which are added up over the CPUs.
class ZoneinfoTable {
 public:
  /// Sets "zoneinfo.nodeN.FIELD", "zoneinfo.nodeN.ZONE.FIELD" and "...ZONE.pagesets.FIELD".
  void Fill(absl::string_view text, Columns& columns);

 private:
  struct Line {
    std::string before;  // the number; the whole line if it has none
    int column = -1;     // -1: no metric
  };

  bool MatchesLayout(absl::string_view text) const;
  void Learn(absl::string_view text, Columns& columns);
  void EnterZone(absl::string_view line);
  Line LearnLine(absl::string_view line, Columns& columns);
  int ColumnOf(absl::string_view field, Columns& columns);

  std::vector<Line> lines_;  // layout of the last sample
  absl::flat_hash_map<std::string, int> columns_;
  // Where in a text that is being learned we are:
  std::string node_;  // "node0"
  std::string zone_;  // "node0.DMA"
  enum class Part { kNode, kZone, kPagesets } part_ = Part::kZone;
};

/// Metrics of /proc/zoneinfo; kinds and units of its vmstat fields are those of proc-vmstat. For
/// hunting a zone that runs dry: proc-vmstat has the same numbers for the whole machine.
class Zoneinfo : public Probe {
 public:
  absl::Status Open(const ProbeContext& context, Columns& columns) override;
  absl::Status Read(Columns& columns) override;
  void VisitTexts(
      absl::FunctionRef<void(absl::string_view path, absl::string_view text)> visit) const override;

 private:
  TextFile file_;
  ZoneinfoTable table_;
};

}  // namespace collect
