// Reading --scope, and finding control groups.
#include "probes/perf/perf_scope.h"

#include <algorithm>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace collect {
namespace {

// Where control groups that perf can count are mounted: the hierarchy of the controller perf_event
// where it has one (version 1), else the unified one, which always has it
// (Documentation/admin-guide/cgroup-v2.rst, "perf_event"). A system may have both.
std::vector<std::string> CgroupMounts(Host& host) {
  std::vector<std::string> mounts;
  const absl::StatusOr<std::string> text = host.ReadFile("/proc/self/mounts");
  if (!text.ok()) return {"/sys/fs/cgroup"};
  for (absl::string_view line : absl::StrSplit(*text, '\n')) {
    const std::vector<std::string> fields = absl::StrSplit(line, ' ');  // proc_mounts(5)
    if (fields.size() < 4) continue;
    const std::vector<absl::string_view> options = absl::StrSplit(fields[3], ',');
    const bool of_perf = std::find(options.begin(), options.end(), "perf_event") != options.end();
    if (fields[2] == "cgroup2") mounts.push_back(fields[1]);
    if (fields[2] == "cgroup" && of_perf) mounts.insert(mounts.begin(), fields[1]);
  }
  return mounts;
}

// Every control group has this file, in both versions.
bool IsCgroup(Host& host, absl::string_view folder) {
  const absl::StatusOr<std::vector<std::string>> names = host.ListDirectory(folder);
  return names.ok() && std::find(names->begin(), names->end(), "cgroup.procs") != names->end();
}

absl::StatusOr<std::string> FindCgroup(Host& host, absl::string_view path) {
  if (path.empty()) {
    return absl::InvalidArgumentError(
        "--scope: expected the path of a control group behind cgroup:");
  }
  const std::vector<std::string> mounts = CgroupMounts(host);
  std::vector<std::string> tried;
  for (const std::string& mount : mounts) {
    if (absl::StartsWith(path, absl::StrCat(mount, "/"))) tried.emplace_back(path);
  }
  for (const std::string& mount : mounts) {
    tried.push_back(absl::StrCat(mount, "/", absl::StripPrefix(path, "/")));
  }
  for (const std::string& folder : tried) {
    if (IsCgroup(host, folder)) return folder;
  }
  return absl::InvalidArgumentError(
      absl::StrCat("--scope: there is no control group \"", path, "\"",
                   tried.empty() ? "; none are mounted here"
                                 : absl::StrCat(": no group ", absl::StrJoin(tried, ", "))));
}

}  // namespace

absl::StatusOr<PerfScope> ParsePerfScope(Host& host, absl::string_view text) {
  if (text.empty() || text == "system") return PerfScope{};
  if (text == "command") return PerfScope{PerfTarget::Kind::kProcess, ""};
  if (!absl::ConsumePrefix(&text, "cgroup:")) {
    return absl::InvalidArgumentError(
        absl::StrCat("--scope: expected system, command or cgroup:PATH, not \"", text, "\""));
  }
  absl::StatusOr<std::string> folder = FindCgroup(host, text);
  if (!folder.ok()) return folder.status();
  return PerfScope{PerfTarget::Kind::kCgroup, *std::move(folder)};
}

}  // namespace collect
