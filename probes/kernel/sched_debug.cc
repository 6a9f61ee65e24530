// Reading the scheduler's debug file.
#include "probes/kernel/sched_debug.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "probes/kernel/metric_name.h"
#include "probes/kernel/text_scan.h"

namespace collect {
namespace {

constexpr char kDebugfs[] = "/sys/kernel/debug";
constexpr size_t kMostCpus = 65536;  // above what any kernel is built for (CONFIG_NR_CPUS)

// Fields that only grow (kernel/sched/debug.c: print_cpu, print_cfs_rq, sched_debug_header). All
// others are levels.
constexpr absl::string_view kCounters[] = {
    ".nr_switches", ".yld_count", ".sched_count", ".sched_goidle", ".ttwu_count",
    ".ttwu_local",  ".clock",     ".clock_task",  ".exec_clock",   ".nr_spread_over",
    "ktime",        "sched_clk",  "cpu_clk",      "jiffies",
};

constexpr absl::string_view kNanoseconds[] = {".avg_idle", ".max_idle_balance_cost"};

// Parts of the names of what is printed in milliseconds (debug.c: SPLIT_NS).
constexpr absl::string_view kMilliseconds[] = {"vruntime", "deadline",    "clock", "spread",
                                               ".rt_time", ".rt_runtime", "ktime", "_clk"};

bool Contains(absl::Span<const absl::string_view> list, absl::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

v1::Kind KindOf(absl::string_view field) {
  return Contains(kCounters, field) ? v1::COUNTER : v1::GAUGE;
}

absl::string_view UnitOf(absl::string_view field) {
  if (Contains(kNanoseconds, field)) return "ns";
  if (absl::StartsWith(field, ".nr_") || absl::EndsWith(field, "()")) return "count";
  for (const absl::string_view part : kMilliseconds) {
    if (absl::StrContains(field, part)) return "ms";
  }
  return "count";
}

// Splits "  .name    : -12.500000" and "ktime   : 17"; false if it is no such line.
bool TakeNameAndNumber(absl::string_view line, absl::string_view& name, double& number) {
  SkipBlanks(line);
  name = TakeWord(line);
  SkipBlanks(line);
  if (name.empty() || !absl::ConsumePrefix(&line, ":")) return false;
  SkipBlanks(line);
  return TakeDecimal(line, number);
}

// "cpu#12, 2600 MHz" gives "cpu" and 12; "cfs_rq[3]:/" gives "cfs_rq:/" and 3, in two parts.
bool ParseHead(absl::string_view line, absl::string_view& type, absl::string_view& path,
               uint64_t& cpu) {
  const bool is_cpu = absl::ConsumePrefix(&line, "cpu#");
  const size_t bracket = line.find('[');
  if (!is_cpu && bracket == absl::string_view::npos) return false;
  type = is_cpu ? "cpu" : line.substr(0, bracket);
  if (!is_cpu) line.remove_prefix(bracket + 1);
  if (!TakeNumber(line, cpu) || cpu >= kMostCpus) return false;
  path = "";
  if (is_cpu) return true;
  if (!absl::ConsumePrefix(&line, "]:")) return false;
  path = line;
  return true;
}

}  // namespace

SchedDebugTable::Section& SchedDebugTable::SectionOf(absl::string_view name) {
  for (Section& section : sections_) {
    if (section.name == name) return section;
  }
  return sections_.emplace_back(Section{std::string(name), {}});
}

// Fields come in the same order for every CPU, so the next one is looked at first.
SchedDebugTable::Field& SchedDebugTable::FieldOf(Section& section, absl::string_view name,
                                                 Columns& columns) {
  std::deque<Field>& fields = section.fields;
  if (next_ < fields.size() && fields[next_].name == name) return fields[next_++];
  next_ = 0;
  while (next_ < fields.size() && fields[next_].name != name) ++next_;
  if (next_ == fields.size()) {
    const std::string full = absl::StrCat("sched_debug.", section.name, JoinWords(name, '_'));
    fields.push_back({std::string(name), CpuFold(full, UnitOf(name), KindOf(name), columns)});
  }
  return fields[next_++];
}

SchedDebugTable::Global& SchedDebugTable::GlobalOf(absl::string_view name, Columns& columns) {
  for (Global& global : globals_) {
    if (global.name == name) return global;
  }
  const absl::string_view group = absl::StartsWith(name, "sysctl_sched_") ? "sysctl_sched." : "";
  v1::MetricDescriptor metric =
      Metric(absl::StrCat("sched_debug.", group, JoinWords(name, '_')), UnitOf(name), KindOf(name));
  metric.set_real(true);
  return globals_.emplace_back(Global{std::string(name), columns.Declare(std::move(metric))});
}

// False if the line is no head of a section. The queues of control groups other than the root are
// passed over.
bool SchedDebugTable::EnterSection(absl::string_view line) {
  absl::string_view type;
  absl::string_view path;
  uint64_t cpu = 0;
  if (!ParseHead(line, type, path, cpu)) return false;
  section_ = nullptr;
  cpu_ = cpu;
  next_ = 0;
  if (type == "cpu") {
    section_ = &SectionOf("cpu");
  } else if (path.empty() || path == "/") {
    name_.assign(type.data(), type.size());
    name_.append(":").append(path.data(), path.size());
    section_ = &SectionOf(name_);
  }
  return true;
}

void SchedDebugTable::TakeField(absl::string_view line, Columns& columns) {
  absl::string_view name;
  double number = 0;
  if (section_ == nullptr || !TakeNameAndNumber(line, name, number)) return;
  FieldOf(*section_, name, columns).fold.Add(cpu_, number);
}

void SchedDebugTable::TakeGlobal(absl::string_view line, Columns& columns) {
  absl::string_view name;
  double number = 0;
  if (!TakeNameAndNumber(line, name, number)) return;
  absl::ConsumePrefix(&name, ".");
  columns.SetReal(GlobalOf(name, columns).column, number);
}

void SchedDebugTable::Fill(absl::string_view text, Columns& columns) {
  section_ = nullptr;
  bool in_globals = true;
  while (!text.empty()) {
    if (absl::StartsWith(text, "runnable tasks:")) {
      text.remove_prefix(std::min(text.find("\n\n"), text.size()));
    }
    const absl::string_view line = TakeLine(text);
    if (EnterSection(line)) {
      in_globals = false;
    } else if (in_globals) {
      TakeGlobal(line, columns);
    } else if (absl::StartsWith(line, "  .")) {
      TakeField(line, columns);
    }
  }
  for (Section& section : sections_) {
    for (Field& field : section.fields) field.fold.Finish(columns);
  }
}

absl::Status SchedDebug::Open(const ProbeContext& context, Columns& columns) {
  absl::StatusOr<TextFile> file = context.host.OpenText(absl::StrCat(kDebugfs, "/sched/debug"));
  if (!file.ok()) {
    absl::StatusOr<TextFile> former = context.host.OpenText("/proc/sched_debug");
    if (former.ok()) file = std::move(former);
  }
  if (absl::IsPermissionDenied(file.status())) {
    return absl::PermissionDeniedError(absl::StrCat(
        kDebugfs,
        "/sched/debug is readable by root only, and by nobody on a kernel that is locked "
        "down; run collect as root to have it"));
  }
  if (absl::IsNotFound(file.status())) {
    const absl::StatusOr<std::vector<std::string>> names = context.host.ListDirectory(kDebugfs);
    return absl::NotFoundError(
        names.ok() && !names->empty()
            ? "this kernel is built without CONFIG_SCHED_DEBUG: it has neither "
              "/sys/kernel/debug/sched/debug nor /proc/sched_debug"
            : "debugfs is not mounted; mount -t debugfs debugfs /sys/kernel/debug to have "
              "/sys/kernel/debug/sched/debug");
  }
  if (!file.ok()) return file.status();
  file_ = *std::move(file);
  return Read(columns);
}

absl::Status SchedDebug::Read(Columns& columns) {
  const absl::StatusOr<absl::string_view> text = file_.Read();
  if (!text.ok()) return text.status();
  table_.Fill(*text, columns);
  return absl::OkStatus();
}

void SchedDebug::VisitTexts(
    absl::FunctionRef<void(absl::string_view path, absl::string_view text)> visit) const {
  visit(file_.path(), file_.text());
}

}  // namespace collect
