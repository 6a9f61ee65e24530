// /proc/slabinfo: objects and slabs of each cache.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "probes/kernel/line_memory.h"
#include "probes/probe.h"

namespace collect {

/// The lines of /proc/slabinfo (mm/slab_common.c: cache_show) as metrics
/// "slabinfo.CACHE.{active_objs,num_objs,active_slabs,num_slabs}".
/// Blanks in a cache's name become `_` ("ipc ports" is "ipc_ports"). Caches of one name are added
/// up, in every sample by the same rule, however many there are (S-002).
class SlabTable {
 public:
  /// Sets the columns of every cache in `text`; lines that are no cache are noted and passed over.
  void Fill(absl::string_view text, Columns& columns);

 private:
  static constexpr size_t kValues = 4;
  using Values = std::array<int64_t, kValues>;

  struct Known {
    std::string name;  // as the kernel prints it
    int column = -1;   // first of the cache's columns; -1: a line that is passed over
    Values values = {};
  };

  void Learn(absl::string_view line, Known& known, Columns& columns);
  int ColumnOf(absl::string_view name, Columns& columns);

  LineMemory memory_;
  std::vector<Known> lines_;
  absl::flat_hash_map<std::string, int> columns_;  // first column by metric name
};

/// The probe; root only, as the kernel gives the file mode 0400.
class Slabinfo : public Probe {
 public:
  absl::Status Open(const ProbeContext& context, Columns& columns) override;
  absl::Status Read(Columns& columns) override;
  void VisitTexts(
      absl::FunctionRef<void(absl::string_view path, absl::string_view text)> visit) const override;

 private:
  TextFile file_;
  SlabTable caches_;
};

}  // namespace collect
