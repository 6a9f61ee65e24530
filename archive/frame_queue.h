// The thread that compresses and writes frames.
#pragma once

#include <pthread.h>

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "archive/block.h"
#include "archive/output_file.h"

namespace collect {

/// Takes payloads and writes them as frames on a thread of its own, in order. Samples that
/// find the queue full, and samples and texts that find the disk full, are dropped and counted;
/// every other frame is kept and written as soon as the disk takes it, since later samples mean
/// nothing without their metrics. Facts about the run, its outcome above all, find room that was
/// set aside on the disk for them.
class FrameQueue {
 public:
  /// `frames_before`: frames that the file holds already.
  FrameQueue(std::unique_ptr<OutputFile> file, uint64_t frames_before);
  ~FrameQueue();
  FrameQueue(const FrameQueue&) = delete;
  FrameQueue& operator=(const FrameQueue&) = delete;

  /// Starts the thread, before anything is handed over. Fails when this process may have no further
  /// one: RLIMIT_NPROC, RLIMIT_AS, or pids.max of its control group.
  absl::Status Start();

  /// Hands over a payload that holds `rows` samples; `payload` is an empty buffer afterwards. Never
  /// waits for the disk, and allocates nothing once its buffers have grown.
  void Push(FrameType type, std::string& payload, uint64_t rows = 0, PackBasis basis = {});

  /// Writes what is left and the closing frame, ends the thread, and returns the first error ever
  /// seen.
  absl::Status Close();

  int64_t bytes_written() const { return file_->size(); }
  const std::string& path() const { return file_->path(); }

  /// Payload bytes that may wait for a slow disk before samples are dropped.
  static constexpr size_t kMaxQueued = size_t{4} << 20;

 private:
  struct Job {
    FrameType type = FrameType::kRun;
    uint64_t rows = 0;
    PackBasis basis;
    std::string payload;
  };

  static void* RunThread(void* queue);
  bool TakeJobs();
  void Work();
  void Run(Job& job);
  bool Write(const Job& job);
  bool WriteRun(const Job& job);
  bool WriteKept();
  void WriteEnd();
  void Lose(uint64_t rows, const absl::Status& why);
  void Recycle();

  // Of the caller and the thread.
  std::mutex mutex_;
  std::condition_variable wake_;
  std::vector<Job> queue_;
  std::vector<std::string> spare_;
  size_t queued_bytes_ = 0;
  bool closing_ = false;
  uint64_t lost_rows_ = 0;
  absl::Status first_error_;

  // Of the thread alone, but for file_->size().
  std::unique_ptr<OutputFile> file_;
  FramePacker packer_;
  std::vector<Job> taken_;
  std::vector<Job> kept_;  // waiting for room on the disk
  uint64_t frames_;

  pthread_t thread_ = {};
  bool started_ = false;
};

}  // namespace collect
