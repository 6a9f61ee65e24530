// A file that is only appended to, piece by whole piece.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace collect {

/// The system calls that change a file, so that tests can play full, slow and broken disks. Each
/// behaves as the call of its name: -1 and errno for an error.
class FileCalls {
 public:
  virtual ~FileCalls() = default;
  virtual int Open(const char* path, int flags, mode_t mode);
  virtual ssize_t Pwrite(int fd, const char* bytes, size_t size, off_t offset);
  virtual int Ftruncate(int fd, off_t size);
  /// fallocate with FALLOC_FL_KEEP_SIZE.
  virtual int Fallocate(int fd, off_t offset, off_t size);
  virtual int Close(int fd);
  virtual int Unlink(const char* path);
  /// renameat2 with RENAME_NOREPLACE: EEXIST if there is a file at `to`.
  virtual int RenameNew(const char* from, const char* to);

  /// The calls of this system.
  static FileCalls& Real();
};

/// A new file. A piece that cannot be written whole is taken away again, so that the file ends with
/// a whole piece and the next attempt continues there. While the file is open it is locked, so that
/// others can tell a run under way from one that was cut off.
class OutputFile {
 public:
  /// Creates the file and the folders above it with its first piece; leaves no file behind when
  /// that fails. The file gets its name when the first piece is in it: whatever ends this process,
  /// there is never an empty file. AlreadyExists: there is such a file.
  static absl::StatusOr<std::unique_ptr<OutputFile>> Create(const std::string& path,
                                                            absl::string_view first_piece,
                                                            FileCalls& calls);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Writes one piece behind the last. ResourceExhausted: the disk is full.
  absl::Status Append(absl::string_view piece);

  /// Sets room aside that pieces do not use until GiveBackRoom, where the file system can do that
  /// (fallocate(2)); where it cannot, or the disk is full already, there is none.
  void KeepRoom();
  /// Frees the room set aside, for pieces that must be in the file even if the disk is full.
  void GiveBackRoom();

  /// Returns an error that the system had kept back until now.
  absl::Status Close();

  /// Bytes in whole pieces; any thread may ask.
  int64_t size() const { return size_.load(std::memory_order_relaxed); }
  const std::string& path() const { return path_; }

 private:
  OutputFile(std::string path, int fd, FileCalls& calls)
      : path_(std::move(path)), fd_(fd), calls_(calls) {}

  int WriteAll(absl::string_view piece);
  void CutBehindLastPiece();

  const std::string path_;
  int fd_;
  FileCalls& calls_;
  bool keeps_room_ = false;
  std::atomic<int64_t> size_{0};
};

}  // namespace collect
