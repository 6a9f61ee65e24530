// Reading a kernel file again and again.
#include "probes/host/text_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "absl/strings/str_cat.h"
#include "probes/host/host.h"

namespace collect {
namespace {

constexpr size_t kFirstBufferSize = 4096;
constexpr size_t kAttributeSize = 64;

}  // namespace

// A pipe or a device in a tree that somebody else made would be read for ever. The files of /proc
// and /sys are regular.
absl::Status TextFile::Reopen() {
  const std::string full = host_->FullPath(path_);
  fd_.reset(open(full.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!fd_.valid()) return absl::ErrnoToStatus(errno, absl::StrCat("open ", path_));
  struct stat facts = {};
  if (fstat(fd_.get(), &facts) != 0 || !S_ISREG(facts.st_mode)) {
    fd_.reset();
    return absl::InvalidArgumentError(absl::StrCat(path_, " is not a regular file"));
  }
  generation_ = host_->generation();
  return absl::OkStatus();
}

absl::Status TextFile::StartReading(size_t buffer_size) {
  size_ = 0;
  if (buffer_.empty()) buffer_.resize(buffer_size);
  return generation_ == host_->generation() ? absl::OkStatus() : Reopen();
}

absl::StatusOr<size_t> TextFile::ReadMore() {
  for (;;) {
    const ssize_t got =
        pread(fd_.get(), &buffer_[size_], buffer_.size() - size_, static_cast<off_t>(size_));
    if (got >= 0) {
      size_ += static_cast<size_t>(got);
      return static_cast<size_t>(got);
    }
    if (errno == EINTR) continue;
    const int error = errno;
    size_ = 0;
    return absl::ErrnoToStatus(error, absl::StrCat("read ", path_));
  }
}

// Reads until the kernel says 0: a short read is no sign of the end, as seq_file returns one buffer
// of whole records at a time.
absl::StatusOr<absl::string_view> TextFile::Read() {
  absl::Status status = StartReading(kFirstBufferSize);
  if (!status.ok()) return status;
  for (;;) {
    if (size_ == buffer_.size()) buffer_.resize(2 * buffer_.size());
    absl::StatusOr<size_t> got = ReadMore();
    if (!got.ok()) return got.status();
    if (*got == 0) return text();
  }
}

absl::StatusOr<absl::string_view> TextFile::ReadAttribute() {
  absl::Status status = StartReading(kAttributeSize);
  if (!status.ok()) return status;
  absl::StatusOr<size_t> got = ReadMore();
  if (!got.ok()) return got.status();
  return text();
}

}  // namespace collect
