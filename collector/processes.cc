// The process table, read from /proc/PID/stat.
#include "collector/processes.h"

#include <unistd.h>

#include <algorithm>
#include <set>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace collect {
namespace {

std::vector<Process> AllProcesses(Host& host) {
  std::vector<Process> all;
  absl::StatusOr<std::vector<std::string>> names = host.ListDirectory("/proc");
  if (!names.ok()) return all;
  for (const std::string& name : *names) {
    if (!absl::ascii_isdigit(static_cast<unsigned char>(name.front()))) continue;
    absl::StatusOr<std::string> text = host.ReadFile(absl::StrCat("/proc/", name, "/stat"));
    if (!text.ok()) continue;
    std::optional<Process> process = ParseProcStat(*text);
    if (process.has_value()) all.push_back(*std::move(process));
  }
  return all;
}

}  // namespace

// The name is whatever the process calls itself, blanks and brackets included: the last ')' of the
// line ends it.
std::optional<Process> ParseProcStat(absl::string_view text) {
  const size_t open = text.find('(');
  const size_t close = text.rfind(')');
  if (open == absl::string_view::npos || close == absl::string_view::npos || close < open) {
    return std::nullopt;
  }
  Process process;
  process.name = std::string(text.substr(open + 1, close - open - 1));
  const std::vector<absl::string_view> rest =
      absl::StrSplit(text.substr(close + 1), absl::ByAnyChar(" \n"), absl::SkipEmpty());
  if (rest.size() < 2 || rest[0].size() != 1) return std::nullopt;
  process.state = rest[0][0];
  if (!absl::SimpleAtoi(text.substr(0, open), &process.pid)) return std::nullopt;
  if (!absl::SimpleAtoi(rest[1], &process.parent)) return std::nullopt;
  return process;
}

// /proc/self follows the namespace of the mount (fs/proc/self.c: proc_self_get_link).
bool ProcessTableIsOurs(Host& host) {
  const absl::StatusOr<std::string> text = host.ReadFile("/proc/self/stat");
  if (!text.ok()) return false;
  const std::optional<Process> self = ParseProcStat(*text);
  return self.has_value() && self->pid == getpid();
}

std::vector<Process> DescendantsOf(Host& host, pid_t ancestor) {
  const std::vector<Process> all = AllProcesses(host);
  std::set<pid_t> family = {ancestor};
  for (size_t before = 0; before != family.size();) {
    before = family.size();
    for (const Process& process : all) {
      if (family.count(process.parent) != 0) family.insert(process.pid);
    }
  }
  std::vector<Process> found;
  for (const Process& process : all) {
    const bool ended = process.state == 'Z' || process.state == 'X';
    if (process.pid != ancestor && !ended && family.count(process.pid) != 0) {
      found.push_back(process);
    }
  }
  std::sort(found.begin(), found.end(),
            [](const Process& a, const Process& b) { return a.pid < b.pid; });
  return found;
}

}  // namespace collect
