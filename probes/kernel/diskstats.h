// /proc/diskstats: what each disk has read, written, discarded and flushed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "probes/kernel/line_memory.h"
#include "probes/probe.h"

namespace collect {

/// Name of the numbers that follow a disk's name, counted from 0 (Documentation/admin-guide/
/// iostats.rst); "fieldN" for those of tomorrow's kernels, N being the column of the file, from 1.
std::string DiskField(size_t index);

/// The lines of /proc/diskstats as metrics "diskstats.FIELD.DISK", and what iostat(1) -x makes of
/// them, "iostat.DISK.*". A kernel that prints fewer fields has fewer metrics (S-022). Requests and
/// sectors are counted in 64 bits, times in 32 bits of milliseconds (block/genhd.c:
/// diskstats_show; S-023).
///
/// A disk that has never done anything, as most loop devices, is left out until it does.
class DiskTable {
 public:
  /// Whether a device of this name is to be reported; asked once for each.
  using WantedFn = absl::FunctionRef<bool(absl::string_view name)>;

  /// Sets the columns of every disk in `text`; lines that are none are noted and passed over.
  void Fill(absl::string_view text, WantedFn wanted, Columns& columns);

 private:
  struct Disk {
    std::string name;
    bool wanted = false;
    std::vector<int> columns;  // by field; empty until it has done something
  };
  struct Line {
    int disk = -1;  // -1: a line that is passed over
    std::vector<int64_t> values;
  };

  void Learn(absl::string_view text, Line& line, WantedFn wanted, Columns& columns);
  int FindDisk(absl::string_view name, int hint, WantedFn wanted);
  static void Declare(Disk& disk, size_t fields, Columns& columns);

  LineMemory memory_;
  std::vector<Line> lines_;
  std::vector<Disk> disks_;
  absl::flat_hash_map<std::string, int> disk_by_name_;
};

/// The probe. Partitions are left out: what they do is counted with their disks.
class Diskstats : public Probe {
 public:
  absl::Status Open(const ProbeContext& context, Columns& columns) override;
  absl::Status Read(Columns& columns) override;
  void VisitTexts(
      absl::FunctionRef<void(absl::string_view path, absl::string_view text)> visit) const override;

 private:
  bool IsPartition(absl::string_view name);

  Host* host_ = nullptr;
  TextFile file_;
  DiskTable disks_;
};

}  // namespace collect
