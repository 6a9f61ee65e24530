// Captured trees behind the door.
#include "probes/host/replay_host.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"

namespace collect {
namespace {

// Through absl::Duration, whose decimal seconds are exact to the nanosecond.
absl::StatusOr<int64_t> ReadTime(const std::string& tree) {
  absl::StatusOr<std::string> text = Host(tree).ReadFile("/time");
  if (!text.ok()) {
    return absl::Status(text.status().code(),
                        absl::StrCat(tree, " is no captured tree: ", text.status().message()));
  }
  const absl::string_view seconds = absl::StripAsciiWhitespace(*text);
  absl::Duration time;
  const bool number = seconds.find_first_not_of("0123456789.") == absl::string_view::npos &&
                      absl::ParseDuration(absl::StrCat(seconds, "s"), &time);
  if (!number || time == absl::InfiniteDuration()) {
    return absl::InvalidArgumentError(
        absl::StrCat(tree, "/time: expected decimal seconds, found \"", seconds, "\""));
  }
  return absl::ToInt64Nanoseconds(time);
}

}  // namespace

absl::StatusOr<std::unique_ptr<ReplayHost>> ReplayHost::Open(
    const std::vector<std::string>& trees) {
  if (trees.empty()) return absl::InvalidArgumentError("no captured tree is given");
  std::vector<Tree> opened;
  for (const std::string& path : trees) {
    absl::StatusOr<int64_t> time_ns = ReadTime(path);
    if (!time_ns.ok()) return time_ns.status();
    if (!opened.empty() && *time_ns <= opened.back().time_ns) {
      return absl::InvalidArgumentError(absl::StrCat(
          path, "/time is not later than that of ", opened.back().path, "; give the oldest first"));
    }
    opened.push_back({path, *time_ns});
  }
  return std::unique_ptr<ReplayHost>(new ReplayHost(std::move(opened)));
}

ReplayHost::ReplayHost(std::vector<Tree> trees)
    : Host(trees.front().path), trees_(std::move(trees)) {}

bool ReplayHost::Advance() {
  if (current_ + 1 == trees_.size()) return false;
  ChangeRoot(trees_[++current_].path);
  return true;
}

absl::StatusOr<UniqueFd> ReplayHost::PerfEventOpen(perf_event_attr& /*attr*/, pid_t /*pid*/,
                                                   int /*cpu*/, int /*group_fd*/,
                                                   unsigned long /*flags*/) {
  return absl::NotFoundError("a captured tree has no perf events");
}

absl::StatusOr<std::string> ReplayHost::KernelLog() {
  return absl::NotFoundError("a captured tree has no kernel log");
}

}  // namespace collect
