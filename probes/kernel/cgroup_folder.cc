// Finding the folders of control groups.
#include "probes/kernel/cgroup_folder.h"

#include <algorithm>
#include <optional>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace collect {
namespace {

// A mounted hierarchy: `root` is the group that `point` shows.
struct Mount {
  std::string root;
  std::string point;
  bool is_version2;
  std::vector<std::string> options;  // of the file system: its controllers, and others
};

// "35 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory".
std::optional<Mount> ParseMount(absl::string_view line) {
  const std::vector<absl::string_view> halves = absl::StrSplit(line, absl::MaxSplits(" - ", 1));
  if (halves.size() != 2) return std::nullopt;
  const std::vector<absl::string_view> place = absl::StrSplit(halves[0], ' ');
  const std::vector<absl::string_view> kind = absl::StrSplit(halves[1], ' ');
  if (place.size() < 6 || kind.size() < 3) return std::nullopt;
  if (kind[0] != "cgroup" && kind[0] != "cgroup2") return std::nullopt;
  return Mount{std::string(place[3]), std::string(place[4]), kind[0] == "cgroup2",
               absl::StrSplit(kind[2], ',')};
}

bool Shows(const Mount& mount, const std::vector<std::string>& controllers) {
  if (controllers.empty()) return mount.is_version2;
  return std::any_of(controllers.begin(), controllers.end(), [&](const std::string& controller) {
    return absl::c_linear_search(mount.options, controller);
  });
}

// The folder of `group` below the mount; a container may be shown a part of the hierarchy only.
CgroupFolders::Folder FolderBelow(const Mount& mount, absl::string_view group) {
  if (mount.root != "/") absl::ConsumePrefix(&group, mount.root);
  absl::ConsumeSuffix(&group, "/");
  return {{}, absl::StrCat(mount.point, group), group.empty()};
}

}  // namespace

std::string CgroupFolders::FolderOf(absl::string_view controller) const {
  for (const Folder& folder : folders) {
    const bool matches = controller.empty() ? folder.controllers.empty()
                                            : absl::c_linear_search(folder.controllers, controller);
    if (matches) return folder.path;
  }
  return "";
}

CgroupFolders FindCgroupFolders(absl::string_view cgroup, absl::string_view mountinfo) {
  std::vector<Mount> mounts;
  for (absl::string_view line : absl::StrSplit(mountinfo, '\n')) {
    if (std::optional<Mount> mount = ParseMount(line)) mounts.push_back(*std::move(mount));
  }
  CgroupFolders found;
  for (absl::string_view line : absl::StrSplit(cgroup, '\n')) {
    const std::vector<absl::string_view> parts = absl::StrSplit(line, absl::MaxSplits(':', 2));
    if (parts.size() != 3) continue;
    const std::vector<std::string> controllers = absl::StrSplit(parts[1], ',', absl::SkipEmpty());
    for (const Mount& mount : mounts) {
      if (!Shows(mount, controllers)) continue;
      CgroupFolders::Folder folder = FolderBelow(mount, parts[2]);
      folder.controllers = controllers;
      found.folders.push_back(std::move(folder));
      break;
    }
  }
  return found;
}

}  // namespace collect
