// A kernel file that is opened once and read many times.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "probes/host/unique_fd.h"

namespace collect {

class Host;

/// One text file below the host's root. The descriptor stays open and is read from offset 0 each
/// time: on wide machines that spares the kernel from growing its seq_file buffer anew at every
/// open (fs/seq_file.c). Comes from Host::OpenText. Movable; the host outlives it.
class TextFile {
 public:
  TextFile() = default;

  /// Reads the whole file. The text stays valid until the next Read. Errors name the path.
  absl::StatusOr<absl::string_view> Read();

  /// Reads a file that holds one short value, such as an attribute in sysfs, which the kernel hands
  /// out whole in one read (Documentation/filesystems/sysfs.rst): one system call and 64 bytes of
  /// memory; what is longer is cut there.
  absl::StatusOr<absl::string_view> ReadAttribute();

  /// The text as it was last read; empty after an error.
  absl::string_view text() const { return absl::string_view(buffer_.data(), size_); }
  /// The path as the machine knows it, without the host's root.
  const std::string& path() const { return path_; }

 private:
  friend class Host;

  absl::Status Reopen();
  absl::Status StartReading(size_t buffer_size);
  absl::StatusOr<size_t> ReadMore();

  Host* host_ = nullptr;
  std::string path_;
  UniqueFd fd_;
  uint64_t generation_ = 0;
  std::string buffer_;
  size_t size_ = 0;
};

}  // namespace collect
