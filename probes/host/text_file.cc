// Reading a kernel file again and again.
#include "probes/host/text_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "absl/strings/str_cat.h"
#include "probes/host/host.h"

namespace collect {
namespace {

constexpr size_t kFirstBufferSize = 4096;

}  // namespace

absl::Status TextFile::Reopen() {
  const std::string full = host_->FullPath(path_);
  fd_.reset(open(full.c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd_.valid()) return absl::ErrnoToStatus(errno, absl::StrCat("open ", path_));
  generation_ = host_->generation();
  return absl::OkStatus();
}

// Reads until the kernel says 0: a short read is no sign of the end, as seq_file returns one buffer
// of whole records at a time.
absl::StatusOr<absl::string_view> TextFile::Read() {
  if (generation_ != host_->generation()) {
    absl::Status status = Reopen();
    if (!status.ok()) return status;
  }
  if (buffer_.empty()) buffer_.resize(kFirstBufferSize);
  size_ = 0;
  for (;;) {
    if (size_ == buffer_.size()) buffer_.resize(2 * buffer_.size());
    const ssize_t got =
        pread(fd_.get(), &buffer_[size_], buffer_.size() - size_, static_cast<off_t>(size_));
    if (got == 0) return text();
    if (got > 0) {
      size_ += static_cast<size_t>(got);
    } else if (errno != EINTR) {
      size_ = 0;
      return absl::ErrnoToStatus(errno, absl::StrCat("read ", path_));
    }
  }
}

}  // namespace collect
