// Appending with pwrite at a remembered place.
#include "archive/output_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"

namespace collect {
namespace {

// Enough for the outcome and how a hundred probes fared.
constexpr off_t kRoom = 32 << 10;
// Room is kept where no piece comes to lie: blocks behind the end of a file need not follow it.
constexpr off_t kRoomOffset = off_t{1} << 36;

absl::Status MakeFolderAbove(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  if (folder.empty()) return absl::OkStatus();
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (!error) return absl::OkStatus();
  return absl::ErrnoToStatus(error.value(),
                             absl::StrCat("cannot create the folder ", folder.string()));
}

}  // namespace

int FileCalls::Open(const char* path, int flags, mode_t mode) { return open(path, flags, mode); }
ssize_t FileCalls::Pwrite(int fd, const char* bytes, size_t size, off_t offset) {
  return pwrite(fd, bytes, size, offset);
}
int FileCalls::Ftruncate(int fd, off_t size) { return ftruncate(fd, size); }
int FileCalls::Fallocate(int fd, off_t offset, off_t size) {
  return fallocate(fd, FALLOC_FL_KEEP_SIZE, offset, size);
}
int FileCalls::Close(int fd) { return close(fd); }
int FileCalls::Unlink(const char* path) { return unlink(path); }
int FileCalls::RenameNew(const char* from, const char* to) {
  const int result = renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
  if (result == 0 || errno != EINVAL) return result;
  // The file system does not know the flag (rename(2)).
  if (access(to, F_OK) != 0) return rename(from, to);
  errno = EEXIST;
  return -1;
}

FileCalls& FileCalls::Real() {
  static FileCalls calls;
  return calls;
}

absl::StatusOr<std::unique_ptr<OutputFile>> OutputFile::Create(const std::string& path,
                                                               absl::string_view first_piece,
                                                               FileCalls& calls) {
  if (absl::Status status = MakeFolderAbove(path); !status.ok()) return status;
  const std::string unnamed = absl::StrCat(path, ".new");
  const int fd = calls.Open(unnamed.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (fd < 0) return absl::ErrnoToStatus(errno, absl::StrCat("cannot create ", path));
  flock(fd, LOCK_EX | LOCK_NB);
  std::unique_ptr<OutputFile> file(new OutputFile(path, fd, calls));
  absl::Status status = file->Append(first_piece);
  if (status.ok() && calls.RenameNew(unnamed.c_str(), path.c_str()) != 0) {
    status = absl::ErrnoToStatus(errno, absl::StrCat("cannot create ", path));
  }
  if (status.ok()) return file;
  calls.Unlink(unnamed.c_str());
  return status;
}

OutputFile::~OutputFile() {
  if (fd_ >= 0) calls_.Close(fd_);
}

// Returns 0 or the error number. A short write is no error; its successor says what is wrong.
int OutputFile::WriteAll(absl::string_view piece) {
  off_t offset = size();
  while (!piece.empty()) {
    const ssize_t written = calls_.Pwrite(fd_, piece.data(), piece.size(), offset);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    if (written == 0) return ENOSPC;
    piece.remove_prefix(static_cast<size_t>(written));
    offset += written;
  }
  size_.store(offset, std::memory_order_relaxed);
  return 0;
}

absl::Status OutputFile::Append(absl::string_view piece) {
  const int error = WriteAll(piece);
  if (error == 0) return absl::OkStatus();
  CutBehindLastPiece();
  return absl::ErrnoToStatus(error,
                             absl::StrCat("cannot write to ", path_, " behind byte ", size()));
}

// Should this fail, the next piece overwrites the torn one all the same. What was set aside goes
// too and is taken at once again.
void OutputFile::CutBehindLastPiece() {
  calls_.Ftruncate(fd_, size());
  if (keeps_room_) KeepRoom();
}

void OutputFile::KeepRoom() { keeps_room_ = calls_.Fallocate(fd_, kRoomOffset, kRoom) == 0; }

void OutputFile::GiveBackRoom() {
  if (!std::exchange(keeps_room_, false)) return;
  CutBehindLastPiece();
}

absl::Status OutputFile::Close() {
  GiveBackRoom();
  struct stat facts = {};
  const bool deleted = fstat(fd_, &facts) == 0 && facts.st_nlink == 0;
  const int result = calls_.Close(std::exchange(fd_, -1));
  if (result != 0) return absl::ErrnoToStatus(errno, absl::StrCat("cannot close ", path_));
  if (deleted) return absl::DataLossError(absl::StrCat(path_, " was deleted while it was written"));
  return absl::OkStatus();
}

}  // namespace collect
