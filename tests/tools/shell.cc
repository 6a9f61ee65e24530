// Shell commands with their output in files, so that nothing they leave running can hold up a test.
#include "tests/tools/shell.h"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "absl/strings/str_cat.h"

namespace collect {
namespace {

std::string Contents(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

}  // namespace

ShellResult Shell(absl::string_view script, absl::string_view scratch) {
  const std::string files = absl::StrCat(scratch, "/.shell");
  std::ofstream(files + ".sh") << "COLLECT='" COLLECT_BINARY "'\nSOURCE='" COLLECT_SOURCE_DIR "'\n"
                               << "SCRATCH='" << scratch << "'\n"
                               << "export XDG_STATE_HOME=$SCRATCH/state\n"
                               << script << "\n";
  // NOLINTNEXTLINE(bugprone-command-processor,cert-env33-c): the shell is what is wanted here.
  const int wait_status = std::system(
      absl::StrCat("bash ", files, ".sh >", files, ".out 2>", files, ".err </dev/null").c_str());
  ShellResult result;
  result.status = WIFSIGNALED(wait_status) ? 128 + WTERMSIG(wait_status) : WEXITSTATUS(wait_status);
  result.out = Contents(files + ".out");
  result.err = Contents(files + ".err");
  return result;
}

ScratchFolder::ScratchFolder() : path_(testing::TempDir() + "/collect-XXXXXX") {
  EXPECT_NE(mkdtemp(path_.data()), nullptr) << path_;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;  // a test's own failure says more
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace collect
