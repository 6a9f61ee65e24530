// Runs shell commands for tests of the shipped programs.
#pragma once

#include <string>

#include "absl/strings/string_view.h"

namespace collect {

/// How a command ended and what it wrote.
struct ShellResult {
  int status = 0;  ///< as a shell reports it: 128 + N for signal N
  std::string out;
  std::string err;
};

/// Runs `script` with bash. $COLLECT is the program under test, $SOURCE the source tree, and
/// $SCRATCH the folder `scratch`; runs go to a store below it.
ShellResult Shell(absl::string_view script, absl::string_view scratch);

/// A folder that is removed with the object.
class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace collect
