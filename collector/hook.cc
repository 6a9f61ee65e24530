// Running a line of shell.
#include "collector/hook.h"

#include <limits>
#include <memory>

#include "absl/strings/str_cat.h"
#include "collector/run_command.h"

namespace collect {

absl::Status RunHook(Host& host, absl::string_view option, const std::string& line) {
  CommandOptions options;
  options.argv = {"sh", "-c", absl::StrCat("exec 1>&2\n", line)};
  const absl::StatusOr<std::unique_ptr<CommandRunner>> runner = CommandRunner::Hold(host, options);
  if (!runner.ok()) return runner.status();
  const CommandEnd end = (*runner)->RunToEnd([] { return std::numeric_limits<int64_t>::max(); });
  (*runner)->Settle();
  const bool interrupted = (*runner)->Interrupted();
  std::string how;
  if (end.signal != 0) {
    how = absl::StrCat("was killed by signal ", end.signal);
  } else if (end.exit_status != 0) {
    how = absl::StrCat("ended with status ", end.exit_status);
  } else if (interrupted) {
    how = "was interrupted";
  } else {
    return absl::OkStatus();
  }
  const std::string message = absl::StrCat(option, ": \"", line, "\" ", how);
  return interrupted ? absl::CancelledError(message) : absl::FailedPreconditionError(message);
}

}  // namespace collect
