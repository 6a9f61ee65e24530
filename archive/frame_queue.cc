// The queue and its thread.
#include "archive/frame_queue.h"

#include <signal.h>

#include <utility>

#include "absl/strings/str_cat.h"
#include "collect/v1/archive.pb.h"

namespace collect {
namespace {

// Room for what a run hands over at once: its metrics and texts.
constexpr size_t kUsualJobs = 64;
constexpr size_t kSpareBuffers = 2;
constexpr size_t kLargestSpare = size_t{1} << 20;

bool MayBeDropped(FrameType type) {
  return type == FrameType::kSamples || type == FrameType::kText;
}

}  // namespace

FrameQueue::FrameQueue(std::unique_ptr<OutputFile> file, uint64_t frames_before)
    : file_(std::move(file)), frames_(frames_before) {
  queue_.reserve(kUsualJobs);
  taken_.reserve(kUsualJobs);
  spare_.reserve(kSpareBuffers);
}

FrameQueue::~FrameQueue() {
  if (started_) Close().IgnoreError();
}

void* FrameQueue::RunThread(void* queue) {
  static_cast<FrameQueue*>(queue)->Work();
  return nullptr;
}

// No signal is delivered to the thread: they belong to the run wrapper. SIGXFSZ, too, becomes the
// error EFBIG in this way.
absl::Status FrameQueue::Start() {
  sigset_t all;
  sigset_t before;
  file_->KeepRoom();
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const int error = pthread_create(&thread_, nullptr, &RunThread, this);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  started_ = error == 0;
  if (started_) return absl::OkStatus();
  return absl::ErrnoToStatus(error, absl::StrCat("cannot start the thread that writes ", path()));
}

void FrameQueue::Push(FrameType type, std::string& payload, uint64_t rows, PackBasis basis) {
  const std::lock_guard lock(mutex_);
  if (payload.size() > kMaxPayload) {
    Lose(rows, absl::ResourceExhaustedError(absl::StrCat(path(), ": a frame of ", payload.size(),
                                                         " bytes is over the limit of ",
                                                         kMaxPayload, " and is left out")));
  } else if (type == FrameType::kSamples && queued_bytes_ + payload.size() > kMaxQueued &&
             queued_bytes_ > 0) {
    Lose(rows, absl::ResourceExhaustedError(
                   absl::StrCat(path(), ": the disk is too slow, samples are left out")));
  } else {
    queued_bytes_ += payload.size();
    queue_.push_back({type, rows, basis, std::move(payload)});
    payload = std::string();
    if (!spare_.empty()) {
      payload = std::move(spare_.back());
      spare_.pop_back();
    }
    wake_.notify_one();
  }
  payload.clear();
}

absl::Status FrameQueue::Close() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
    wake_.notify_one();
  }
  pthread_join(thread_, nullptr);
  started_ = false;
  const absl::Status closed = file_->Close();
  return first_error_.ok() ? closed : first_error_;
}

// With the mutex held, or from Close.
void FrameQueue::Lose(uint64_t rows, const absl::Status& why) {
  lost_rows_ += rows;
  first_error_.Update(why);
}

// False when there is nothing left to do.
bool FrameQueue::TakeJobs() {
  std::unique_lock lock(mutex_);
  wake_.wait(lock, [this] { return closing_ || !queue_.empty(); });
  queue_.swap(taken_);
  return !taken_.empty();
}

void FrameQueue::Work() {
  while (TakeJobs()) {
    for (Job& job : taken_) Run(job);
    Recycle();
  }
  WriteEnd();
}

void FrameQueue::Recycle() {
  const std::lock_guard lock(mutex_);
  for (Job& job : taken_) {
    if (spare_.size() < kSpareBuffers && job.payload.capacity() <= kLargestSpare) {
      spare_.push_back(std::move(job.payload));
    }
  }
  taken_.clear();
}

void FrameQueue::Run(Job& job) {
  const size_t size = job.payload.size();
  const bool written = job.type == FrameType::kRun ? WriteRun(job) : WriteKept() && Write(job);
  const std::lock_guard lock(mutex_);
  queued_bytes_ -= size;
  if (written) return;
  if (MayBeDropped(job.type)) {
    lost_rows_ += job.rows;
  } else {
    kept_.push_back(std::move(job));
  }
}

// Facts about the run need no other frame before them. How it ended is worth the room that was set
// aside for it.
bool FrameQueue::WriteRun(const Job& job) {
  if (Write(job)) return true;
  file_->GiveBackRoom();
  return Write(job);
}

bool FrameQueue::WriteKept() {
  size_t done = 0;
  while (done < kept_.size() && Write(kept_[done])) ++done;
  kept_.erase(kept_.begin(), kept_.begin() + static_cast<std::ptrdiff_t>(done));
  return kept_.empty();
}

bool FrameQueue::Write(const Job& job) {
  const absl::Status status = file_->Append(packer_.Pack(job.type, job.payload, job.basis));
  if (status.ok()) {
    ++frames_;
    return true;
  }
  packer_.Forget();
  const std::lock_guard lock(mutex_);
  Lose(0, status);
  return false;
}

void FrameQueue::WriteEnd() {
  file_->GiveBackRoom();
  WriteKept();
  v1::End end;
  end.set_lost_frames(kept_.size());
  end.set_frames(frames_);
  {
    const std::lock_guard lock(mutex_);
    end.set_lost_rows(lost_rows_);
  }
  Write({FrameType::kEnd, 0, {}, end.SerializeAsString()});
}

}  // namespace collect
