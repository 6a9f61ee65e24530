// Where run files lie and how they are found again.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace collect {

/// $XDG_STATE_HOME/collect, or ~/.local/state/collect; /var/lib/collect for root. Environment and
/// user are those of the process.
std::string DefaultStoreDirectory();

/// Where the file of a run goes: STORE/LABEL/ID.collect. InvalidArgument for a label that is not a
/// plain file name (empty, "..", with a slash or a control character).
absl::StatusOr<std::string> RunFilePath(const std::string& store, absl::string_view label,
                                        absl::string_view run_id);

/// The run files that `selector` means, sorted by path (so by time): an existing file (but
/// not one without .collect that is called like a label); all *.collect files in an existing
/// directory; a label in the store; a run id, or a unique beginning of one; or a glob over paths or
/// labels. NotFound says what was looked for and where, and names labels that come near.
absl::StatusOr<std::vector<std::string>> FindRuns(const std::string& store,
                                                  absl::string_view selector);

}  // namespace collect
