// Where a process's control groups lie in the file system.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "probes/host/host.h"

namespace collect {

/// The control groups of one process, by their folders.
struct CgroupFolders {
  /// Folder of the group that `controller` ("memory") of version 1 has put the process in, or of
  /// the group of version 2 if `controller` is empty; empty where that is not mounted.
  std::string FolderOf(absl::string_view controller) const;

  struct Folder {
    std::vector<std::string> controllers;  // none: version 2
    std::string path;
    bool is_root = false;  // of the hierarchy, or of what this mount shows of it
  };
  std::vector<Folder> folders;
};

/// Puts together /proc/PID/cgroup (`cgroup`) and /proc/self/mountinfo (`mountinfo`), formats of
/// cgroups(7) and proc_pid_mountinfo(5). Versions 1 and 2 may be mounted side by side (S-070).
/// Lines that are not understood are passed over.
CgroupFolders FindCgroupFolders(absl::string_view cgroup, absl::string_view mountinfo);

}  // namespace collect
