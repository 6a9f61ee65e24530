// Keeps the files that probes read, so that another day or machine can replay them.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "probes/host/host.h"

namespace collect {

/// While it lives, remembers every file that is opened and every folder that is listed through
/// `host`, and writes them into a tree for ReplayHost. Links are followed: the tree holds plain
/// files and folders at the paths that were asked for. Environments of processes are left out.
class Capture {
 public:
  explicit Capture(Host& host);
  ~Capture();
  Capture(const Capture&) = delete;
  Capture& operator=(const Capture&) = delete;

  /// Copies what has been opened so far, as it is now, below `folder`, which is made and must be
  /// empty, with the monotonic time in folder/time. Returns a sentence for each file that is there
  /// and could not be read; an error when the tree itself cannot be written.
  absl::StatusOr<std::vector<std::string>> WriteTree(const std::string& folder);

 private:
  Host& host_;
  std::set<std::string> paths_;
};

}  // namespace collect
