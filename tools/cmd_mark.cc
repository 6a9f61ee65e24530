// collect mark: names a moment of the run that this process belongs to.
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "tools/command.h"
#include "tools/options.h"
#include "tools/subcommands.h"

namespace collect {
namespace {

constexpr absl::string_view kProgram = "collect mark";
// A line of this size is written whole or not at all (man 7 pipe: PIPE_BUF).
constexpr size_t kLongestName = 200;

int SetMark(const std::string& name) {
  if (name.empty() || name.size() > kLongestName || name.find('\n') != std::string::npos) {
    return BadInput(kProgram, absl::InvalidArgumentError(
                                  "one name is wanted, of at most 200 characters on one line"));
  }
  const char* number = std::getenv("COLLECT_METRICS_FD");
  int fd = -1;
  if (number == nullptr || !absl::SimpleAtoi(number, &fd)) {
    return BadInput(kProgram, absl::FailedPreconditionError(
                                  "$COLLECT_METRICS_FD is not set: this is for commands that "
                                  "collect runs"));
  }
  const std::string line = absl::StrCat("collect-mark ", name, "\n");
  if (write(fd, line.data(), line.size()) == static_cast<ssize_t>(line.size())) return 0;
  return BadInput(kProgram, absl::ErrnoToStatus(errno, absl::StrCat("write to descriptor ", fd)));
}

}  // namespace

int MarkSubcommand(absl::Span<const std::string> words) {
  Syntax syntax;
  syntax.program = kProgram;
  syntax.operands = "NAME";
  syntax.summary =
      "Names this moment of the run whose command this is called from, for --from-mark and\n"
      "--to-mark. A line collect-mark NAME written to $COLLECT_METRICS_FD does the same.";
  return WithOperands(syntax, words, [](const std::vector<std::string>& names) {
    return SetMark(absl::StrJoin(names, " "));
  });
}

}  // namespace collect
