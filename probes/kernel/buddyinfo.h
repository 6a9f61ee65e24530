// /proc/buddyinfo: free blocks of each size.
#pragma once

#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "probes/probe.h"

namespace collect {

/// Reads lines "Node 0, zone   Normal   8636  15717 ...".
class BuddyinfoTable {
 public:
  /// Sets "buddyinfo.nodeN.ZONE.orderK" of every number.
  void Fill(absl::string_view text, Columns& columns);

 private:
  // One zone: what stands before its numbers, and a column for each.
  struct Zone {
    std::string head;
    std::string name;  // "node0.Normal"
    std::vector<int> columns;
  };

  int ColumnOf(Zone& zone, size_t order, Columns& columns);

  std::vector<Zone> zones_;  // by line of the last sample
  absl::flat_hash_map<std::string, int> columns_;
};

/// Metrics "buddyinfo.nodeN.ZONE.orderK": free blocks of 2^K pages, a level
/// (Documentation/filesystems/proc.rst). Off by default: the kernel takes the zone's lock to count.
class Buddyinfo : public Probe {
 public:
  absl::Status Open(const ProbeContext& context, Columns& columns) override;
  absl::Status Read(Columns& columns) override;
  void VisitTexts(
      absl::FunctionRef<void(absl::string_view path, absl::string_view text)> visit) const override;

 private:
  TextFile file_;
  BuddyinfoTable table_;
};

}  // namespace collect
