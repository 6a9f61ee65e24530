// What the kernel has counted for the control group of the command.
#pragma once

#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "probes/kernel/cgroup_folder.h"
#include "probes/kernel/field_table.h"
#include "probes/probe.h"

namespace collect {

/// Reads lines of one device each, "8:0 rbytes=90 wbytes=29" (io.stat) or "8:0 Read 90" (blkio of
/// version 1), and adds up the devices.
class CgroupDevices {
 public:
  /// Sets "PREFIX.FIELD". Numbers of devices that went are not taken back by the kernel.
  void Fill(absl::string_view text, absl::string_view prefix, Columns& columns);

 private:
  void AddField(absl::string_view field, int64_t value, absl::string_view prefix, Columns& columns);

  struct Field {
    std::string name;
    int column;
  };
  std::vector<Field> fields_;
};

/// Metrics "cgroup.FILE" and "cgroup.FILE.FIELD" of the control group in which the command was
/// started, named after the kernel's files: cpu.stat, memory.{current,peak,events}, io.stat,
/// pids.{current,peak} of version 2 (Documentation/admin-guide/cgroup-v2.rst), and cpu.stat,
/// cpuacct.usage, memory.{usage,max_usage}_in_bytes, blkio.throttle.*, pids.current of version 1
/// (Documentation/admin-guide/cgroup-v1). Groups hold all of their processes: a note says so when
/// the command's group has others, as it has unless somebody made one for the command. Peaks are
/// those since the group was made. A command that moves to another group is not followed.
class Cgroup : public Probe {
 public:
  /// NotFound if no control groups are mounted, or those of the command show none of the files.
  absl::Status Open(const ProbeContext& context, Columns& columns) override;
  absl::Status Read(Columns& columns) override;
  void VisitTexts(
      absl::FunctionRef<void(absl::string_view path, absl::string_view text)> visit) const override;

 private:
  struct Source {
    TextFile file;
    std::string name;  // "cgroup.cpu.stat"
    int column = -1;   // of a file of one number
    bool by_device = false;
    FieldTable fields;
    CgroupDevices devices;
  };

  absl::Status AddSources(Host& host, const CgroupFolders& folders, Columns& columns);
  void NoteOthers(Host& host, const CgroupFolders& folders, Columns& columns) const;
  static void Fill(Source& source, absl::string_view text, Columns& columns);

  std::vector<Source> sources_;
};

}  // namespace collect
