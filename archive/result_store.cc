// STORE/LABEL/ID.collect and the ways to name such files.
#include "archive/result_store.h"

#include <glob.h>
#include <limits.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/cleanup/cleanup.h"
#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "archive/nearest_name.h"

namespace collect {
namespace {

namespace fs = std::filesystem;

constexpr absl::string_view kSuffix = ".collect";
// More edits than this and a label is no slip of the fingers.
constexpr size_t kNearEdits = 2;

// One with a dot in front would be hidden from patterns, and from `ls`.
bool IsPlainFileName(absl::string_view name) {
  if (name.empty() || name.front() == '.' || name.size() > NAME_MAX) return false;
  return std::none_of(name.begin(), name.end(), [](char c) {
    return c == '/' || static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
  });
}

// Entries of a folder that pass, sorted; none if it cannot be read.
template <typename Passes>
std::vector<std::string> List(const std::string& folder, Passes passes) {
  std::vector<std::string> found;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    if (passes(*entry)) found.push_back(entry->path().string());
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<std::string> RunFilesIn(const std::string& folder) {
  return List(folder, [](const fs::directory_entry& entry) {
    std::error_code error;
    return absl::EndsWith(entry.path().filename().string(), kSuffix) &&
           entry.is_regular_file(error);
  });
}

std::vector<std::string> LabelFolders(const std::string& store) {
  return List(store, [](const fs::directory_entry& entry) {
    std::error_code error;
    return entry.is_directory(error);
  });
}

bool IsDirectory(const std::string& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

// Run files, and those in directories, that match the pattern.
std::vector<std::string> ByGlob(const std::string& pattern) {
  glob_t matches = {};
  const auto cleaner = absl::MakeCleanup([&] { globfree(&matches); });
  std::vector<std::string> found;
  if (glob(pattern.c_str(), 0, nullptr, &matches) != 0) return found;
  for (size_t i = 0; i < matches.gl_pathc; ++i) {
    const std::string path = matches.gl_pathv[i];
    if (absl::EndsWith(path, kSuffix)) found.push_back(path);
    for (std::string& file : RunFilesIn(path)) found.push_back(std::move(file));
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::string RunIdOf(const std::string& path) {
  return fs::path(path).filename().replace_extension().string();
}

std::vector<std::string> ByIdPrefix(const std::string& store, absl::string_view prefix) {
  std::vector<std::string> found;
  for (const std::string& folder : LabelFolders(store)) {
    for (std::string& path : RunFilesIn(folder)) {
      if (absl::StartsWith(RunIdOf(path), prefix)) found.push_back(std::move(path));
    }
  }
  return found;
}

std::string NearLabels(const std::string& store, absl::string_view selector) {
  std::vector<std::string> near;
  for (const std::string& folder : LabelFolders(store)) {
    std::string label = fs::path(folder).filename().string();
    if (absl::StrContains(label, selector) || EditDistance(label, selector) <= kNearEdits) {
      near.push_back(std::move(label));
    }
  }
  return near.empty() ? "" : absl::StrCat("; there is ", absl::StrJoin(near, ", "));
}

absl::Status NothingFound(const std::string& store, absl::string_view selector) {
  if (selector.empty()) return absl::InvalidArgumentError("no run is named by an empty word");
  if (IsDirectory(std::string(selector))) {
    return absl::NotFoundError(absl::StrCat("no *", kSuffix, " file in the directory ", selector));
  }
  return absl::NotFoundError(absl::StrCat("no run file, directory, label or run id \"", selector,
                                          "\" here or in ", store, NearLabels(store, selector)));
}

}  // namespace

std::string DefaultStoreDirectory() {
  if (geteuid() == 0) return "/var/lib/collect";
  const char* state = std::getenv("XDG_STATE_HOME");
  if (state != nullptr && state[0] == '/') return absl::StrCat(state, "/collect");
  const char* home = std::getenv("HOME");
  return absl::StrCat(home != nullptr ? home : "", "/.local/state/collect");
}

absl::StatusOr<std::string> RunFilePath(const std::string& store, absl::string_view label,
                                        absl::string_view run_id) {
  for (const absl::string_view name : {label, run_id}) {
    if (IsPlainFileName(name)) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("\"", name,
                     "\" cannot be a label: it names a folder, so it must not be "
                     "empty, longer than 255 bytes, begin with a dot, nor hold a slash or a "
                     "control character"));
  }
  return absl::StrCat(store, "/", label, "/", run_id, kSuffix);
}

absl::StatusOr<std::vector<std::string>> FindRuns(const std::string& store,
                                                  absl::string_view selector) {
  if (selector.empty()) return NothingFound(store, selector);
  const std::string word(selector);
  std::error_code error;
  const std::vector<std::string> labelled = RunFilesIn(absl::StrCat(store, "/", word));
  // A file that happens to be called like a label ("before") is hardly meant.
  const bool hardly_meant = !labelled.empty() && !absl::EndsWith(word, kSuffix);
  if (fs::is_regular_file(word, error) && !hardly_meant) return std::vector<std::string>{word};
  std::vector<std::string> found = RunFilesIn(word);
  if (found.empty()) found = labelled;
  if (found.empty()) found = ByGlob(word);
  if (found.empty()) found = ByGlob(absl::StrCat(store, "/", word));
  if (!found.empty()) return found;
  found = ByIdPrefix(store, word);
  if (found.empty()) return NothingFound(store, selector);
  if (found.size() == 1) return found;
  for (const std::string& path : found) {
    if (RunIdOf(path) == word) return std::vector<std::string>{path};
  }
  return absl::InvalidArgumentError(absl::StrCat("\"", word, "\" begins ", found.size(),
                                                 " run ids, among them ", RunIdOf(found[0]),
                                                 " and ", RunIdOf(found[1])));
}

}  // namespace collect
