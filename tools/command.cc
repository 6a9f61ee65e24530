// The table of subcommands.
#include "tools/command.h"

#include "absl/strings/str_format.h"

namespace collect {

int BadInput(absl::string_view program, const absl::Status& status) {
  absl::FPrintF(stderr, "%s: %s\n", program, status.message());
  return kBadInput;
}

}  // namespace collect
