// Writing a tree of captured files.
#include "probes/host/capture.h"

#include <filesystem>
#include <fstream>
#include <system_error>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace collect {
namespace {

namespace fs = std::filesystem;

constexpr int64_t kNsPerSecond = 1'000'000'000;

absl::Status MakeFolder(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) return absl::ErrnoToStatus(error.value(), absl::StrCat("make ", path.string()));
  return absl::OkStatus();
}

absl::Status MakeEmptyFolder(const fs::path& path) {
  absl::Status status = MakeFolder(path);
  std::error_code error;
  if (status.ok() && !fs::is_empty(path, error)) {
    return absl::FailedPreconditionError(absl::StrCat(
        path.string(), " is not empty; a captured tree goes into a folder of its own"));
  }
  return status;
}

absl::Status WriteFile(const fs::path& path, absl::string_view text) {
  absl::Status status = MakeFolder(path.parent_path());
  if (!status.ok()) return status;
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << text;
  file.close();
  if (!file) return absl::UnavailableError(absl::StrCat("cannot write ", path.string()));
  return absl::OkStatus();
}

// A listing is kept as far as folders go; a file that was only listed, and never read, is not.
absl::Status CopyFolder(Host& host, const std::string& path, const std::vector<std::string>& names,
                        const std::string& folder) {
  absl::Status status = MakeFolder(folder + path);
  for (const std::string& name : names) {
    const std::string entry = absl::StrCat(path, "/", name);
    std::error_code error;
    if (fs::is_directory(host.FullPath(entry), error)) status.Update(MakeFolder(folder + entry));
  }
  return status;
}

// Copies one file or folder. What the machine does not have is not there in the tree either.
absl::Status Copy(Host& host, const std::string& path, const std::string& folder,
                  std::vector<std::string>& unreadable) {
  const absl::StatusOr<std::vector<std::string>> names = host.ListDirectory(path);
  if (names.ok()) return CopyFolder(host, path, *names, folder);
  const absl::StatusOr<std::string> text = host.ReadFile(path);
  if (text.ok()) return WriteFile(folder + path, *text);
  if (!absl::IsNotFound(text.status())) unreadable.emplace_back(text.status().message());
  return absl::OkStatus();
}

}  // namespace

// The environment of a process may hold passwords, and a tree is made to be given away.
Capture::Capture(Host& host) : host_(host) {
  host_.on_open = [this](absl::string_view path) {
    if (!absl::EndsWith(path, "/environ")) paths_.emplace(path);
  };
}

Capture::~Capture() { host_.on_open = nullptr; }

absl::StatusOr<std::vector<std::string>> Capture::WriteTree(const std::string& folder) {
  absl::Status status = MakeEmptyFolder(folder);
  if (!status.ok()) return status;
  const int64_t now_ns = host_.MonotonicNs();
  std::vector<std::string> unreadable;
  for (const std::string& path : paths_) {
    status.Update(Copy(host_, path, folder, unreadable));
  }
  const std::string seconds =
      absl::StrFormat("%d.%09d\n", now_ns / kNsPerSecond, now_ns % kNsPerSecond);
  status.Update(WriteFile(folder + "/time", seconds));
  if (!status.ok()) return status;
  return unreadable;
}

}  // namespace collect
