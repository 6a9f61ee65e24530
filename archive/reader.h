// Reads run files, also damaged ones.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "archive/run_file.h"

namespace collect {

/// What to take from a run file.
struct ReadOptions {
  bool samples = true;  ///< false: only the run and its records, which is much quicker; frames
                        ///< passed over are not checked for damage either
  bool texts = true;
};

/// Reads everything up to the last whole frame and, behind damage, every further whole frame;
/// `damage` says what was lost. DataLoss: there is no run in it at all. FailedPrecondition: written
/// by a newer format version than this reader knows. Every message names the path.
absl::StatusOr<RunFile> ReadRunFile(const std::string& path, const ReadOptions& options = {});

/// The same for bytes in memory; `name` stands for the path in messages.
absl::StatusOr<RunFile> ParseRunFile(absl::string_view bytes, absl::string_view name,
                                     const ReadOptions& options = {});

/// Whether somebody is writing the file at this moment, as its writer holds a lock on it: a run
/// that goes on.
bool IsBeingWritten(const std::string& path);

}  // namespace collect
