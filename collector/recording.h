// The recording of one run: its sampler and its run file.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "archive/writer.h"
#include "collect/v1/run.pb.h"
#include "collector/run.h"
#include "collector/sampler.h"

namespace collect {

/// True for a probe whose source is there and which yet could not work. What a machine simply does
/// not have is nothing to tell its user at every run.
bool IsLeftOut(const v1::ProbeHealth& probe);

/// Everything about a run that goes into its file.
class Recording {
 public:
  /// Creates the run file, opens the probes and takes the first samples. `run` holds who and where.
  static absl::StatusOr<std::unique_ptr<Recording>> Start(Host& host, const RunOptions& options,
                                                          const Command& command,
                                                          const v1::Run& run);

  /// Takes the samples that are due; returns when the next ones are.
  int64_t SampleWhenDue(int64_t now_ns);

  /// Takes the last samples; the command has ended.
  void Last() { sampler_.Last(); }

  /// Records something that concerns the whole run.
  void AddTrouble(absl::string_view message);

  /// Stores the records and `run`'s outcome, adds to it how the probes fared, and closes the file.
  /// Returns the first error of the whole life of the file.
  absl::Status Finish(v1::Run& run);

  /// Takes the run file away again: nothing was run.
  void Discard();

  uint64_t samples() const { return sampler_.samples(); }
  /// How many probes this user may not use or failed. Those that the machine or the command does
  /// not have are none.
  size_t probes_off() const;
  const std::string& path() const { return writer_->path(); }

 private:
  Recording(Host& host, const RunOptions& options, const Command& command, int64_t start_ns,
            std::unique_ptr<RunWriter> writer);
  void NoteShortRun(const v1::Outcome& outcome);

  Host& host_;
  const RunOptions& options_;
  const int64_t start_ns_;
  std::unique_ptr<RunWriter> writer_;
  Sampler sampler_;
  std::vector<v1::Trouble> troubles_;
};

}  // namespace collect
