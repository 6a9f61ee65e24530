// Reading one process.
#include "probes/kernel/process_files.h"

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "probes/kernel/text_scan.h"

namespace collect {
namespace {

// Positions among the words behind the name, the state being the first.
constexpr int kParent = 1;
constexpr int kMinorFaults = 7;
constexpr int kMajorFaults = 9;

// Takes the number of a line "VmHWM:    9128 kB" into `number`; false if `line` has another name.
bool TakeField(absl::string_view line, absl::string_view name, int64_t& number) {
  if (!absl::ConsumePrefix(&line, name)) return false;
  SkipBlanks(line);
  return TakeSigned(line, number);
}

}  // namespace

bool ParseProcessStat(absl::string_view text, ProcessNumbers& numbers) {
  const size_t bracket = text.rfind(')');
  if (bracket == absl::string_view::npos) return false;
  text.remove_prefix(bracket + 1);
  for (int word = 0; word <= kMajorFaults; ++word) {
    SkipBlanks(text);
    absl::string_view token = TakeWord(text);
    int64_t number = 0;
    if (word > 0 && !TakeSigned(token, number)) return false;
    if (word == kParent) numbers.parent = static_cast<pid_t>(number);
    if (word == kMinorFaults) numbers.minor_faults = number;
    if (word == kMajorFaults) numbers.major_faults = number;
  }
  return true;
}

bool ParseProcessStatus(absl::string_view text, ProcessNumbers& numbers) {
  bool alive = false;
  while (!text.empty()) {
    const absl::string_view line = TakeLine(text);
    TakeField(line, "VmHWM:", numbers.peak_rss_kb);
    TakeField(line, "VmRSS:", numbers.rss_kb);
    alive = TakeField(line, "Threads:", numbers.threads) || alive;
  }
  return alive;
}

absl::StatusOr<ProcessFiles> ProcessFiles::Open(Host& host, pid_t pid) {
  const std::string folder = absl::StrCat("/proc/", pid);
  absl::StatusOr<TextFile> stat = host.OpenText(folder + "/stat");
  if (!stat.ok()) return stat.status();
  absl::StatusOr<TextFile> status = host.OpenText(folder + "/status");
  if (!status.ok()) return status.status();
  absl::StatusOr<TextFile> children =
      host.OpenText(absl::StrCat(folder, "/task/", pid, "/children"));
  ProcessFiles files;
  files.pid_ = pid;
  files.stat_ = *std::move(stat);
  files.status_ = *std::move(status);
  files.has_children_ = children.ok();
  if (children.ok()) files.children_ = *std::move(children);
  return files;
}

bool ProcessFiles::Read(ProcessNumbers& numbers) {
  const absl::StatusOr<absl::string_view> stat = stat_.Read();
  if (!stat.ok()) return false;
  const absl::StatusOr<absl::string_view> status = status_.Read();
  if (!status.ok()) return false;
  ProcessNumbers now;
  if (!ParseProcessStat(*stat, now) || !ParseProcessStatus(*status, now)) return false;
  numbers = now;
  return true;
}

absl::string_view ProcessFiles::name() const {
  absl::string_view text = status_.text();
  absl::string_view line = TakeLine(text);
  absl::ConsumePrefix(&line, "Name:");
  SkipBlanks(line);
  return line;
}

absl::string_view ProcessFiles::ReadChildren() {
  if (!has_children_) return "";
  const absl::StatusOr<absl::string_view> text = children_.Read();
  return text.ok() ? *text : "";
}

}  // namespace collect
