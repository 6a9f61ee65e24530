// Writes a run file while the run goes on.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "archive/output_file.h"
#include "collect/v1/archive.pb.h"
#include "collect/v1/metric.pb.h"
#include "collect/v1/run.pb.h"

namespace collect {

/// Appends frames to one run file. A thread of its own compresses and writes, so that a slow disk
/// never holds up the caller; when it falls too far behind, or the disk is full, frames are dropped
/// and counted, and the run goes on. What has been handed over is in the file at most
/// kFlushInterval later, whatever happens to this process. All calls come from one thread.
class RunWriter {
 public:
  /// Creates the file (and the folders above it) and writes the first frame. The file must not
  /// exist yet. When it cannot be written, as on a full disk, no file is left behind. `calls`
  /// outlives the writer.
  static absl::StatusOr<std::unique_ptr<RunWriter>> Create(const std::string& path,
                                                           const v1::Run& run,
                                                           FileCalls& calls = FileCalls::Real());
  virtual ~RunWriter() = default;

  /// Adds to what is known of the run: fields given here are merged over earlier ones.
  virtual void AddRun(const v1::Run& more) = 0;

  /// Declares further metrics of a probe; columns are numbered over all calls for it.
  virtual void AddMetrics(absl::string_view probe,
                          absl::Span<const v1::MetricDescriptor> metrics) = 0;

  /// Appends one sample: the values of the first values.size() columns of the probe. Makes no
  /// allocation in the steady state.
  virtual void AddSample(absl::string_view probe, int64_t start_ns, int64_t duration_ns,
                         absl::Span<const int64_t> values, absl::Span<const uint8_t> present) = 0;

  /// Keeps the verbatim text of a kernel file.
  virtual void AddText(v1::RawText::When when, absl::string_view path, absl::string_view text) = 0;

  /// Stores the computed records.
  virtual void AddRecords(const v1::MetricRecords& records) = 0;

  /// Encodes the samples handed over since the last flush as one block. Called by AddSample itself
  /// with the first sample of each probe, when kFlushInterval has passed since the last one, and
  /// when much is waiting.
  virtual void Flush() = 0;

  /// Writes what is left and the closing frame. Returns the first error of the whole life of the
  /// file, such as ResourceExhausted for a full disk.
  virtual absl::Status Close() = 0;

  /// Bytes written to the file so far.
  virtual int64_t bytes_written() const = 0;

  /// Where the file lies.
  virtual const std::string& path() const = 0;

  static constexpr int64_t kFlushIntervalNs = 10'000'000'000;
};

}  // namespace collect
