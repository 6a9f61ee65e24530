// A run made of captured trees.
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "collector/run.h"

namespace collect {

/// Writes the run file `path` from trees of `collect capture`, oldest first: every tree is one
/// sample of each chosen probe. Of the options the label, the choice of probes, axes and parameters
/// count. Probes that watch the command or ourselves are left out, as nothing is known of either.
/// Errors name the tree or the file.
absl::Status ReplayTrees(const std::vector<std::string>& trees, const std::string& path,
                         const RunOptions& options);

}  // namespace collect
