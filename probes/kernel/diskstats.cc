// The lines of /proc/diskstats.
#include "probes/kernel/diskstats.h"

#include <algorithm>
#include <array>
#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "probes/kernel/iostat_metrics.h"
#include "probes/kernel/metric_name.h"
#include "probes/kernel/text_scan.h"

namespace collect {
namespace {

constexpr std::array<absl::string_view, 17> kFields = {
    "read_ios",      "read_merges",   "read_sectors",   "read_ticks",      "write_ios",
    "write_merges",  "write_sectors", "write_ticks",    "in_flight",       "io_ticks",
    "time_in_queue", "discard_ios",   "discard_merges", "discard_sectors", "discard_ticks",
    "flush_ios",     "flush_ticks"};

// Major and minor number and the name stand before the first field.
constexpr size_t kColumnsBefore = 3;
// What every kernel since 2.6 prints for a disk; fewer had the partitions of old ones.
constexpr size_t kLeastFields = 11;

bool IsTime(absl::string_view field) {
  return absl::EndsWith(field, "_ticks") || field == "time_in_queue";
}

v1::MetricDescriptor DiskMetric(const std::string& field, const std::string& disk) {
  v1::MetricDescriptor metric =
      Metric(absl::StrCat("diskstats.", field, ".", disk), "count", v1::COUNTER);
  if (field == "in_flight") metric.set_kind(v1::GAUGE);
  if (absl::EndsWith(field, "_sectors")) metric.set_unit("sectors");
  if (IsTime(field)) {
    metric.set_unit("ms");
    metric.set_width_bits(32);
  }
  return metric;
}

}  // namespace

std::string DiskField(size_t index) {
  if (index < kFields.size()) return std::string(kFields[index]);
  return absl::StrCat("field", index + kColumnsBefore + 1);
}

void DiskTable::Declare(Disk& disk, size_t fields, Columns& columns) {
  const std::string name = JoinWords(disk.name, '_');
  for (size_t i = 0; i < fields; ++i) {
    disk.columns.push_back(columns.Declare(DiskMetric(DiskField(i), name)));
  }
  DeriveIostat(name, disk.columns, columns);
  if (fields > kFields.size()) {
    columns.Note(
        "this kernel's /proc/diskstats has fields that are not known here; they are kept "
        "as fieldN");
  }
}

int DiskTable::FindDisk(absl::string_view name, int hint, WantedFn wanted) {
  if (hint >= 0 && disks_[hint].name == name) return hint;
  const auto [entry, is_new] = disk_by_name_.try_emplace(name, static_cast<int>(disks_.size()));
  if (is_new) disks_.push_back({std::string(name), wanted(name), {}});
  return entry->second;
}

// " 254       0 vda 3 0 24 8 0 0 0 0 0 16 8 0 0 0 0 0 0"
void DiskTable::Learn(absl::string_view text, Line& line, WantedFn wanted, Columns& columns) {
  absl::string_view rest = text;
  line.values.clear();
  uint64_t number = 0;
  SkipBlanks(rest);
  TakeNumber(rest, number);
  SkipBlanks(rest);
  TakeNumber(rest, number);
  SkipBlanks(rest);
  const absl::string_view name = TakeWord(rest);
  for (SkipBlanks(rest); TakeNumber(rest, number); SkipBlanks(rest)) {
    line.values.push_back(static_cast<int64_t>(number));
  }
  if (line.values.size() < kLeastFields || !rest.empty()) {
    columns.Note(absl::StrCat("line of diskstats that is no disk is passed over: \"",
                              absl::CHexEscape(text), "\""));
    line.disk = -1;
    return;
  }
  line.disk = FindDisk(name, line.disk, wanted);
}

void DiskTable::Fill(absl::string_view text, WantedFn wanted, Columns& columns) {
  memory_.Visit(text, [&](const LineMemory::Line& seen) {
    if (seen.index == lines_.size()) lines_.emplace_back();
    Line& line = lines_[seen.index];
    if (!seen.same) Learn(seen.text, line, wanted, columns);
    if (line.disk < 0 || !disks_[line.disk].wanted) return;
    Disk& disk = disks_[line.disk];
    const auto is_zero = [](int64_t value) { return value == 0; };
    if (disk.columns.empty()) {
      if (std::all_of(line.values.begin(), line.values.end(), is_zero)) return;
      Declare(disk, line.values.size(), columns);
    }
    const size_t fields = std::min(line.values.size(), disk.columns.size());
    for (size_t i = 0; i < fields; ++i) columns.Set(disk.columns[i], line.values[i]);
  });
}

// Documentation/ABI/stable/sysfs-block: a partition has its number there. A slash in a name is an
// exclamation mark in sysfs (drivers/base/core.c: device_add).
bool Diskstats::IsPartition(absl::string_view name) {
  const std::string device = absl::StrReplaceAll(name, {{"/", "!"}});
  return host_->ReadFile(absl::StrCat("/sys/class/block/", device, "/partition")).ok();
}

absl::Status Diskstats::Open(const ProbeContext& context, Columns& columns) {
  host_ = &context.host;
  absl::StatusOr<TextFile> file = host_->OpenText("/proc/diskstats");
  if (!file.ok()) return file.status();
  file_ = *std::move(file);
  return Read(columns);
}

absl::Status Diskstats::Read(Columns& columns) {
  absl::StatusOr<absl::string_view> text = file_.Read();
  if (!text.ok()) return text.status();
  disks_.Fill(
      *text, [&](absl::string_view name) { return !IsPartition(name); }, columns);
  return absl::OkStatus();
}

void Diskstats::VisitTexts(
    absl::FunctionRef<void(absl::string_view path, absl::string_view text)> visit) const {
  visit(file_.path(), file_.text());
}

}  // namespace collect
