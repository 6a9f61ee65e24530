// Reading the files of the command's control group.
#include "probes/kernel/cgroup.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "probes/kernel/metric_name.h"
#include "probes/kernel/text_scan.h"

namespace collect {
namespace {

enum class Form { kNumber, kFields, kDevices };

struct FileKind {
  absl::string_view controller;  // of version 1; empty: version 2
  absl::string_view name;
  Form form;
  absl::string_view unit;  // of kNumber
  v1::Kind kind;           // of kNumber
};

constexpr FileKind kFiles[] = {
    {"", "cpu.stat", Form::kFields, "", v1::COUNTER},
    {"", "memory.current", Form::kNumber, "bytes", v1::GAUGE},
    {"", "memory.peak", Form::kNumber, "bytes", v1::LAST},
    {"", "memory.swap.current", Form::kNumber, "bytes", v1::GAUGE},
    {"", "memory.events", Form::kFields, "", v1::COUNTER},
    {"", "io.stat", Form::kDevices, "", v1::COUNTER},
    {"", "pids.current", Form::kNumber, "count", v1::GAUGE},
    {"", "pids.peak", Form::kNumber, "count", v1::LAST},
    {"cpu", "cpu.stat", Form::kFields, "", v1::COUNTER},
    {"cpuacct", "cpuacct.usage", Form::kNumber, "ns", v1::COUNTER},
    {"memory", "memory.usage_in_bytes", Form::kNumber, "bytes", v1::GAUGE},
    {"memory", "memory.max_usage_in_bytes", Form::kNumber, "bytes", v1::LAST},
    {"memory", "memory.failcnt", Form::kNumber, "count", v1::COUNTER},
    {"blkio", "blkio.throttle.io_service_bytes", Form::kDevices, "", v1::COUNTER},
    {"blkio", "blkio.throttle.io_serviced", Form::kDevices, "", v1::COUNTER},
    {"pids", "pids.current", Form::kNumber, "count", v1::GAUGE},
};

absl::string_view UnitOf(absl::string_view name) {
  if (absl::EndsWith(name, "_usec")) return "us";
  if (absl::EndsWith(name, "_time")) return "ns";  // throttled_time and wait_sum of version 1
  return absl::EndsWith(name, "bytes") || absl::StrContains(name, "service_bytes.") ? "bytes"
                                                                                    : "count";
}

int Declare(const std::string& name, Columns& columns) {
  return columns.Declare(Metric(name, UnitOf(name), v1::COUNTER));
}

// Whether others are in the group, too; the topmost has everybody.
bool IsShared(Host& host, const CgroupFolders::Folder& folder) {
  if (folder.is_root) return true;
  const absl::StatusOr<std::string> procs = host.ReadFile(folder.path + "/cgroup.procs");
  if (!procs.ok()) return false;
  const std::vector<absl::string_view> pids = absl::StrSplit(*procs, '\n', absl::SkipEmpty());
  return pids.size() > 1;
}

}  // namespace

void CgroupDevices::AddField(absl::string_view field, int64_t value, absl::string_view prefix,
                             Columns& columns) {
  for (const Field& known : fields_) {
    if (known.name == field) return columns.Add(known.column, value);
  }
  const int column = Declare(absl::StrCat(prefix, ".", JoinWords(field, '_')), columns);
  fields_.push_back({std::string(field), column});
  columns.Add(column, value);
}

// "Total" lines of version 1 add up what is added up here.
void CgroupDevices::Fill(absl::string_view text, absl::string_view prefix, Columns& columns) {
  while (!text.empty()) {
    absl::string_view line = TakeLine(text);
    if (TakeWord(line) == "Total") continue;
    for (SkipBlanks(line); !line.empty(); SkipBlanks(line)) {
      absl::string_view field = TakeWord(line);
      absl::string_view number = line;
      if (const size_t sign = field.find('='); sign != absl::string_view::npos) {
        number = field.substr(sign + 1);
        field = field.substr(0, sign);
      } else {
        SkipBlanks(number);
        TakeWord(line = number);
      }
      int64_t value = 0;
      if (TakeSigned(number, value)) AddField(field, value, prefix, columns);
    }
  }
}

absl::Status Cgroup::Open(const ProbeContext& context, Columns& columns) {
  Host& host = context.host;
  const std::string pid = context.command.pid == 0 ? "self" : absl::StrCat(context.command.pid);
  const absl::StatusOr<std::string> cgroup = host.ReadFile(absl::StrCat("/proc/", pid, "/cgroup"));
  if (absl::IsNotFound(cgroup.status())) {
    return absl::NotFoundError("this kernel is built without control groups (CONFIG_CGROUPS)");
  }
  if (!cgroup.ok()) return cgroup.status();
  const absl::StatusOr<std::string> mountinfo = host.ReadFile("/proc/self/mountinfo");
  if (!mountinfo.ok()) return mountinfo.status();
  const CgroupFolders folders = FindCgroupFolders(*cgroup, *mountinfo);
  if (absl::Status status = AddSources(host, folders, columns); !status.ok()) return status;
  if (sources_.empty()) {
    return absl::NotFoundError(
        "the command's control groups are not mounted here, or count nothing: no cpu.stat, "
        "memory.current, io.stat or pids.current below /sys/fs/cgroup");
  }
  NoteOthers(host, folders, columns);
  return Read(columns);
}

absl::Status Cgroup::AddSources(Host& host, const CgroupFolders& folders, Columns& columns) {
  for (const FileKind& kind : kFiles) {
    const std::string folder = folders.FolderOf(kind.controller);
    if (folder.empty()) continue;
    absl::StatusOr<TextFile> file = host.OpenText(absl::StrCat(folder, "/", kind.name));
    if (absl::IsNotFound(file.status())) continue;
    if (!file.ok()) return file.status();
    Source source;
    source.file = *std::move(file);
    source.name = absl::StrCat("cgroup.", kind.name);
    source.by_device = kind.form == Form::kDevices;
    if (kind.form == Form::kNumber) {
      source.column = columns.Declare(Metric(source.name, kind.unit, kind.kind));
    }
    sources_.push_back(std::move(source));
  }
  return absl::OkStatus();
}

// Says whose work is counted beside the command's, of the groups that are read.
void Cgroup::NoteOthers(Host& host, const CgroupFolders& folders, Columns& columns) const {
  std::vector<absl::string_view> shared;
  for (const CgroupFolders::Folder& folder : folders.folders) {
    const bool is_read = std::any_of(sources_.begin(), sources_.end(), [&](const Source& source) {
      return absl::StartsWith(source.file.path(), folder.path + "/");
    });
    if (is_read && IsShared(host, folder)) shared.push_back(folder.path);
  }
  if (shared.empty()) return;
  columns.Note(
      absl::StrCat("the command shares its control group with other processes, whose work ",
                   "is counted, too: ", absl::StrJoin(shared, ", ")));
}

void Cgroup::Fill(Source& source, absl::string_view text, Columns& columns) {
  if (source.by_device) return source.devices.Fill(text, source.name, columns);
  if (source.column < 0) {
    const auto declare = [&](absl::string_view field, absl::string_view /*unit*/) {
      return Declare(absl::StrCat(source.name, ".", JoinWords(field, '_')), columns);
    };
    return source.fields.Fill(text, declare, columns);
  }
  int64_t value = 0;
  if (TakeSigned(text, value)) columns.Set(source.column, value);
}

// A group that was removed is absent (its files answer ENODEV).
absl::Status Cgroup::Read(Columns& columns) {
  for (Source& source : sources_) {
    const absl::StatusOr<absl::string_view> text = source.file.Read();
    if (text.ok()) Fill(source, *text, columns);
  }
  return absl::OkStatus();
}

void Cgroup::VisitTexts(
    absl::FunctionRef<void(absl::string_view path, absl::string_view text)> visit) const {
  for (const Source& source : sources_) visit(source.file.path(), source.file.text());
}

}  // namespace collect
