// Following the processes of the command.
#include "probes/kernel/process.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "probes/kernel/text_scan.h"

namespace collect {

absl::Status ProcessProbe::Open(const ProbeContext& context, Columns& columns) {
  host_ = &context.host;
  if (context.command.pid == 0) {
    return absl::NotFoundError("there is no command whose processes could be read");
  }
  absl::StatusOr<ProcessFiles> files = ProcessFiles::Open(*host_, context.command.pid);
  if (!files.ok()) return files.status();
  members_.reserve(kMost);
  members_.push_back({*std::move(files), {}, ""});
  members_[0].files.Read(members_[0].numbers);
  name_before_exec_ = std::string(members_[0].files.name());
  processes_ = columns.Declare(Metric("process.processes", "count", v1::GAUGE));
  threads_ = columns.Declare(Metric("process.threads", "count", v1::GAUGE));
  rss_ = columns.Declare(Metric("process.VmRSS", "kB", v1::GAUGE));
  peak_rss_ = columns.Declare(Metric("process.VmHWM", "kB", v1::MAX));
  minor_faults_ = columns.Declare(Metric("process.minor_faults", "count", v1::COUNTER));
  major_faults_ = columns.Declare(Metric("process.major_faults", "count", v1::COUNTER));
  return absl::OkStatus();
}

bool ProcessProbe::IsFollowed(pid_t pid) const {
  return std::any_of(members_.begin(), members_.end(),
                     [&](const Member& member) { return member.files.pid() == pid; });
}

// A number that has been given to another process meanwhile is known by its parent.
void ProcessProbe::Follow(pid_t pid, pid_t parent, Columns& columns) {
  if (members_.size() == kMost) {
    return columns.Note(absl::StrCat("the command has more than ", kMost,
                                     " processes at a time; the others are not read"));
  }
  absl::StatusOr<ProcessFiles> files = ProcessFiles::Open(*host_, pid);
  if (!files.ok()) return;
  Member member = {*std::move(files), {}, ""};
  if (!member.files.Read(member.numbers) || member.numbers.parent != parent) return;
  members_.push_back(std::move(member));
}

void ProcessProbe::FindChildren(size_t parent, Columns& columns) {
  absl::string_view text = members_[parent].files.ReadChildren();
  if (text == members_[parent].children) return;
  members_[parent].children = std::string(text);
  uint64_t pid = 0;
  for (; TakeNumber(text, pid); SkipBlanks(text)) {
    const auto child = static_cast<pid_t>(pid);
    if (!IsFollowed(child)) Follow(child, members_[parent].files.pid(), columns);
  }
}

void ProcessProbe::DropEnded() {
  const auto has_ended = [&](Member& member) {
    if (member.files.Read(member.numbers)) return false;
    ended_minor_faults_ += member.numbers.minor_faults;
    ended_major_faults_ += member.numbers.major_faults;
    return true;
  };
  members_.erase(std::remove_if(members_.begin(), members_.end(), has_ended), members_.end());
}

void ProcessProbe::SetColumns(Columns& columns) const {
  int64_t peak_kb = 0;
  columns.Set(processes_, static_cast<int64_t>(members_.size()));
  columns.Set(minor_faults_, ended_minor_faults_);
  columns.Set(major_faults_, ended_major_faults_);
  for (const Member& member : members_) {
    columns.Add(threads_, member.numbers.threads);
    columns.Add(rss_, member.numbers.rss_kb);
    columns.Add(minor_faults_, member.numbers.minor_faults);
    columns.Add(major_faults_, member.numbers.major_faults);
    peak_kb = std::max(peak_kb, member.numbers.peak_rss_kb);
  }
  columns.Set(peak_rss_, peak_kb);
}

// Children are looked for in those found just now, too. Until the command's program is executed its
// process is a copy of collect, with collect's name and memory.
absl::Status ProcessProbe::Read(Columns& columns) {
  DropEnded();
  if (members_.empty()) return absl::OkStatus();
  executed_ = executed_ || members_[0].files.name() != name_before_exec_;
  if (!executed_) return absl::OkStatus();
  for (size_t i = 0; i < members_.size(); ++i) FindChildren(i, columns);
  SetColumns(columns);
  return absl::OkStatus();
}

}  // namespace collect
