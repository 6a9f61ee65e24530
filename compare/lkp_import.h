// Results of the kernel test robot (intel/lkp-tests) as runs. It stands here and not in archive/,
// as what it reads is somebody else's idea of a run, and only comparisons want it.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "compare/run_data.h"

namespace collect {

/// The runs in `directory`, in the order of their folders' names (numbers by value):
///   stats.json             the directory is one run
///   FOLDER/stats.json      each folder is a run
///   matrix.json            all runs in one file; read only where there is no stats.json
/// Their axes come from axes.json ({"axes": {name: value}}, in the directory), else from a result
/// path testcase/params/tbox_group/rootfs/kconfig/compiler/commit[/N]; there may be none. A run's
/// identity follows from its number, axes and numbers, so that importing twice gives the same.
/// What the testcase itself reports is a KPI. NotFound: nothing of that is there. InvalidArgument:
/// a file is not what it should be. Messages name the file.
absl::StatusOr<std::vector<RunData>> ReadLkpResults(const std::string& directory);

}  // namespace collect
