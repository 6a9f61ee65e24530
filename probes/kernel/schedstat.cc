// The lines of /proc/schedstat.
#include "probes/kernel/schedstat.h"

#include <algorithm>
#include <array>
#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "probes/kernel/growth.h"
#include "probes/kernel/text_scan.h"

namespace collect {
namespace {

constexpr uint64_t kNewestVersion = 17;
constexpr uint64_t kVersionOfNames = 17;  // since it, a domain's name stands before its mask
constexpr uint64_t kVersionOfOrder = 16;  // since it, busy stands before idle

// kernel/sched/stats.c: show_schedstat. The second number means nothing any more.
constexpr std::array<absl::string_view, 9> kCpuFields = {
    "yld_count",  "legacy",      "sched_count", "sched_goidle", "ttwu_count",
    "ttwu_local", "rq_cpu_time", "run_delay",   "pcount"};
constexpr size_t kLegacy = 1;
constexpr size_t kRunTime = 6;
constexpr size_t kWaitTime = 7;

constexpr std::array<absl::string_view, 8> kBalance15 = {
    "lb_count",  "lb_balanced",   "lb_failed",  "lb_imbalance",
    "lb_gained", "lb_hot_gained", "lb_nobusyq", "lb_nobusyg"};
constexpr std::array<absl::string_view, 11> kBalance17 = {
    "lb_count",          "lb_balanced",       "lb_failed",           "lb_imbalance_load",
    "lb_imbalance_util", "lb_imbalance_task", "lb_imbalance_misfit", "lb_gained",
    "lb_hot_gained",     "lb_nobusyq",        "lb_nobusyg"};
constexpr std::array<absl::string_view, 12> kOther = {
    "alb_count",    "alb_failed",       "alb_pushed",       "sbe_count",
    "sbe_balanced", "sbe_pushed",       "sbf_count",        "sbf_balanced",
    "sbf_pushed",   "ttwu_wake_remote", "ttwu_move_affine", "ttwu_move_balance"};
constexpr size_t kIdleKinds = 3;

// Larger than any kernel's NR_CPUS, and than any machine's levels.
constexpr uint64_t kLargestCpu = 1 << 16;
constexpr uint64_t kMostLevels = 32;

bool IsTime(size_t level, size_t field) {
  return level == 0 && (field == kRunTime || field == kWaitTime);
}

std::string FieldName(uint64_t version, size_t level, size_t count, size_t index) {
  if (level > 0) {
    return absl::StrCat("domain", level - 1, ".", SchedDomainField(version, count, index));
  }
  return index < kCpuFields.size() ? std::string(kCpuFields[index])
                                   : absl::StrCat("field", index + 1);
}

}  // namespace

std::string SchedDomainField(uint64_t version, size_t count, size_t index) {
  absl::Span<const absl::string_view> balance;
  for (absl::Span<const absl::string_view> fields :
       {absl::MakeConstSpan(kBalance15), absl::MakeConstSpan(kBalance17)}) {
    if (count == kIdleKinds * fields.size() + kOther.size()) balance = fields;
  }
  if (balance.empty()) return absl::StrCat("field", index + 1);
  if (index >= kIdleKinds * balance.size()) {
    return std::string(kOther[index - kIdleKinds * balance.size()]);
  }
  const std::array<absl::string_view, kIdleKinds> kinds =
      version < kVersionOfOrder ? std::array<absl::string_view, 3>{"idle", "busy", "newly_idle"}
                                : std::array<absl::string_view, 3>{"busy", "idle", "newly_idle"};
  return absl::StrCat(kinds[index / balance.size()], ".", balance[index % balance.size()]);
}

SchedstatTable::Cpu& SchedstatTable::CpuOf(int number, Columns& columns) {
  // The lines come in the same order in nearly every sample.
  if (next_ < cpus_.size() && cpus_[next_].number == number) return cpus_[next_++];
  for (next_ = 0; next_ < cpus_.size(); ++next_) {
    if (cpus_[next_].number == number) return cpus_[next_++];
  }
  next_ = cpus_.size() + 1;
  Cpu& cpu = cpus_.emplace_back();
  cpu.number = number;
  const std::string prefix = absl::StrCat("schedstat.CPU", number, ".");
  cpu.run_column = columns.Declare(Metric(prefix + "rq_cpu_time", "ns", v1::COUNTER));
  cpu.wait_column = columns.Declare(Metric(prefix + "run_delay", "ns", v1::COUNTER));
  DeriveTimes(columns);
  return cpu;
}

// Sums of columns, so that each CPU's part is known by itself.
void SchedstatTable::DeriveTimes(Columns& columns) {
  std::vector<int> run;
  std::vector<int> wait;
  for (const Cpu& cpu : cpus_) {
    run.push_back(cpu.run_column);
    wait.push_back(cpu.wait_column);
  }
  columns.Derive(SumOf("schedstat.rq_cpu_time", "ns", v1::COUNTER, run));
  columns.Derive(SumOf("schedstat.run_delay", "ns", v1::COUNTER, wait));
}

// A line that was in the last sample, too, has grown.
void SchedstatTable::AddGrowth(const Line& line, size_t level) {
  Sums& sums = sums_[level];
  const size_t fields = std::min({line.values.size(), numbers_.size(), sums.grown.size()});
  for (size_t i = 0; i < fields; ++i) {
    sums.grown[i] +=
        Growth32(static_cast<uint32_t>(line.values[i]), static_cast<uint32_t>(numbers_[i]));
  }
}

// `rest` is what follows the name, or the mask, of the line.
void SchedstatTable::Update(const LineMemory::Line& line, absl::string_view rest, Cpu& cpu,
                            size_t level) {
  if (cpu.lines.size() <= level) cpu.lines.resize(level + 1);
  if (sums_.size() <= level) sums_.resize(level + 1);
  Line& known = cpu.lines[level];
  const bool continued = known.sample != 0 && known.sample + 1 == sample_;
  known.sample = sample_;
  sums_[level].seen = true;
  if (continued && line.same) return;
  numbers_.clear();
  uint64_t number = 0;
  for (SkipBlanks(rest); TakeNumber(rest, number); SkipBlanks(rest)) {
    numbers_.push_back(number);
    if (number != 0) sums_[level].active = true;
  }
  if (sums_[level].grown.size() < numbers_.size()) sums_[level].grown.resize(numbers_.size());
  if (continued) AddGrowth(known, level);
  known.values = numbers_;
}

void SchedstatTable::TakeCpu(const LineMemory::Line& line, absl::string_view rest,
                             Columns& columns) {
  uint64_t number = 0;
  if (!TakeNumber(rest, number) || number >= kLargestCpu) return;
  cpu_ = &CpuOf(static_cast<int>(number), columns);
  Update(line, rest, *cpu_, 0);
  const std::vector<uint64_t>& values = cpu_->lines[0].values;
  if (values.size() <= kWaitTime) return;
  columns.Set(cpu_->run_column, static_cast<int64_t>(values[kRunTime]));
  columns.Set(cpu_->wait_column, static_cast<int64_t>(values[kWaitTime]));
}

void SchedstatTable::TakeDomain(const LineMemory::Line& line, absl::string_view rest) {
  uint64_t level = 0;
  if (cpu_ == nullptr || !TakeNumber(rest, level) || level >= kMostLevels) return;
  SkipBlanks(rest);
  if (version_ >= kVersionOfNames) {
    TakeWord(rest);
    SkipBlanks(rest);
  }
  TakeWord(rest);
  Update(line, rest, *cpu_, level + 1);
}

void SchedstatTable::TakeLine(const LineMemory::Line& line, Columns& columns) {
  absl::string_view rest = line.text;
  if (absl::ConsumePrefix(&rest, "cpu")) return TakeCpu(line, rest, columns);
  if (absl::ConsumePrefix(&rest, "domain")) return TakeDomain(line, rest);
  if (absl::ConsumePrefix(&rest, "version ")) {
    TakeNumber(rest, version_);
    if (version_ > kNewestVersion) {
      columns.Note("unknown version of /proc/schedstat, read as if it were 17");
    }
  } else if (!absl::ConsumePrefix(&rest, "timestamp ")) {
    columns.Note(absl::StrCat("line of schedstat that is not known is passed over: \"",
                              absl::CHexEscape(line.text), "\""));
  }
}

void SchedstatTable::Declare(size_t level, Columns& columns) {
  Sums& sums = sums_[level];
  for (size_t i = 0; i < sums.grown.size(); ++i) {
    const bool wanted = !IsTime(level, i) && !(level == 0 && i == kLegacy);
    const std::string name = FieldName(version_, level, sums.grown.size(), i);
    sums.columns.push_back(
        wanted ? columns.Declare(Metric(absl::StrCat("schedstat.", name), "count", v1::COUNTER))
               : -1);
  }
}

void SchedstatTable::SetSums(Columns& columns) {
  for (size_t level = 0; level < sums_.size(); ++level) {
    Sums& sums = sums_[level];
    if (!sums.seen) continue;
    sums.seen = false;
    if (sums.columns.empty() && (level == 0 || sums.active)) Declare(level, columns);
    for (size_t i = 0; i < sums.columns.size(); ++i) {
      if (sums.columns[i] >= 0) columns.Set(sums.columns[i], sums.grown[i]);
    }
  }
}

void SchedstatTable::Fill(absl::string_view text, Columns& columns) {
  ++sample_;
  cpu_ = nullptr;
  next_ = 0;
  memory_.Visit(text, [&](const LineMemory::Line& line) { TakeLine(line, columns); });
  SetSums(columns);
}

absl::Status Schedstat::Open(const ProbeContext& context, Columns& columns) {
  absl::StatusOr<TextFile> file = context.host.OpenText("/proc/schedstat");
  if (absl::IsNotFound(file.status())) {
    return absl::NotFoundError(
        "this kernel keeps no scheduler statistics (/proc/schedstat): it was built without "
        "CONFIG_SCHEDSTATS");
  }
  if (!file.ok()) return file.status();
  file_ = *std::move(file);
  return Read(columns);
}

absl::Status Schedstat::Read(Columns& columns) {
  absl::StatusOr<absl::string_view> text = file_.Read();
  if (!text.ok()) return text.status();
  table_.Fill(*text, columns);
  return absl::OkStatus();
}

void Schedstat::VisitTexts(
    absl::FunctionRef<void(absl::string_view path, absl::string_view text)> visit) const {
  visit(file_.path(), file_.text());
}

}  // namespace collect
