// Reading /proc/stat.
#include "probes/kernel/mpstat.h"

#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "probes/host/cpu_list.h"
#include "probes/kernel/cpu_shares.h"
#include "probes/kernel/metric_name.h"
#include "probes/kernel/text_scan.h"

namespace collect {
namespace {

// A hidden counter and what vmstat(8) makes of it.
int DeclareRate(std::string hidden, std::string rate, Columns& columns) {
  v1::MetricDescriptor counter = Metric(std::move(hidden), "count", v1::COUNTER);
  counter.set_hidden(true);
  const int column = columns.Declare(std::move(counter));
  v1::MetricDescriptor metric = SumOf(std::move(rate), "1/s", v1::DERIVED, {column});
  metric.mutable_formula()->set_per_second(true);
  columns.Derive(std::move(metric));
  return column;
}

// The lines below those of the CPUs. btime is the moment of boot, and softirq's sum is the probe
// softirqs'.
int DeclareField(absl::string_view field, Columns& columns) {
  if (field == "btime" || field == "softirq") return FieldTable::kUnwanted;
  if (field == "intr") return DeclareRate("mpstat.intr", "vmstat.system.in", columns);
  if (field == "ctxt") return DeclareRate("mpstat.ctxt", "vmstat.system.cs", columns);
  if (field == "procs_running") {
    return columns.Declare(Metric("vmstat.procs.r", "count", v1::GAUGE));
  }
  if (field == "procs_blocked") {
    return columns.Declare(Metric("vmstat.procs.b", "count", v1::GAUGE));
  }
  return columns.Declare(
      Metric(absl::StrCat("mpstat.", JoinWords(field, '_')), "count", v1::COUNTER));
}

// Larger than any kernel's NR_CPUS.
constexpr uint64_t kLargestCpu = 1 << 16;
// No CPU has counted so many ticks; keeps the sums of a damaged file in range.
constexpr uint64_t kMostTicks = uint64_t{1} << 56;

// The numbers of a "cpuN" line, guests' time taken out of usr and nice.
void ParseTicks(absl::string_view numbers, std::vector<int64_t>& ticks) {
  ticks.clear();
  uint64_t number = 0;
  for (SkipBlanks(numbers); TakeNumber(numbers, number); SkipBlanks(numbers)) {
    ticks.push_back(static_cast<int64_t>(number % kMostTicks));
  }
  if (ticks.size() > kGuest) ticks[kUsr] -= ticks[kGuest];
  if (ticks.size() > kGnice) ticks[kNice] -= ticks[kGnice];
}

}  // namespace

absl::Status Mpstat::Open(const ProbeContext& context, Columns& columns) {
  host_ = &context.host;
  absl::StatusOr<TextFile> file = host_->OpenText("/proc/stat");
  if (!file.ok()) return file.status();
  file_ = *std::move(file);
  absl::Status status = Read(columns);
  if (status.ok() && cpus_.empty()) {
    return absl::InvalidArgumentError("/proc/stat: expected lines of \"cpuN\" and numbers");
  }
  return status;
}

Mpstat::Cpu& Mpstat::CpuOf(int number, Columns& columns) {
  // The lines come in the same order in nearly every sample.
  if (next_ < cpus_.size() && cpus_[next_].time.cpu() == number) return cpus_[next_++];
  for (next_ = 0; next_ < cpus_.size(); ++next_) {
    if (cpus_[next_].time.cpu() == number) return cpus_[next_++];
  }
  cpus_.push_back({CpuTime(number, ticks_.size())});
  cpus_.back().time.Declare(columns);
  next_ = cpus_.size();
  return cpus_.back();
}

// "cpu3 123 0 529 ..."; the line of all CPUs, "cpu ", is passed over.
void Mpstat::TakeCpuLine(absl::string_view line, int64_t elapsed_ns, Columns& columns) {
  absl::string_view numbers = absl::StripPrefix(line, "cpu");
  uint64_t number = 0;
  if (absl::StartsWith(numbers, " ")) return;
  const bool named = TakeNumber(numbers, number) && number < kLargestCpu;
  ParseTicks(numbers, ticks_);
  if (!named || ticks_.empty()) {
    columns.Note(absl::StrCat("line without a CPU and numbers is passed over: \"",
                              absl::CHexEscape(line), "\""));
    return;
  }
  Cpu& cpu = CpuOf(static_cast<int>(number), columns);
  if (ticks_.size() < cpu.time.uses() || cpu.sample == sample_) {
    columns.Note(absl::StrCat("cpu", number, " has fewer numbers than before, or stands twice"));
    return;
  }
  const bool continued = cpu.sample != 0 && cpu.sample + 1 == sample_;
  cpu.sample = sample_;
  cpu.time.Advance(ticks_, continued ? elapsed_ns : -1, columns);
}

// S-018: its metrics are absent, which the run file shows; when, the note's count tells.
void Mpstat::NoteAbsentCpus(Columns& columns) {
  for (const Cpu& cpu : cpus_) {
    if (cpu.sample + 1 != sample_) continue;
    columns.Note(absl::StrCat("cpu", cpu.time.cpu(), " went offline"));
  }
}

void Mpstat::FindNodes(Columns& columns) {
  nodes_.clear();
  absl::StatusOr<std::vector<int>> nodes = host_->OnlineNodes();
  if (!nodes.ok()) return;
  for (int node : *nodes) {
    absl::StatusOr<std::string> text =
        host_->ReadFile(absl::StrCat("/sys/devices/system/node/node", node, "/cpulist"));
    absl::StatusOr<std::vector<int>> cpus =
        text.ok() ? ParseCpuList(*text) : absl::StatusOr<std::vector<int>>(text.status());
    if (cpus.ok()) {
      nodes_[node] = *std::move(cpus);
    } else {
      columns.Note(absl::StrCat("CPUs of a NUMA node are not known: ", cpus.status().message()));
    }
  }
}

// Called when a CPU has come: its own metrics, and again those of which it is now a part.
void Mpstat::DeriveShares(Columns& columns) {
  std::vector<const CpuTime*> all;
  for (const Cpu& cpu : cpus_) all.push_back(&cpu.time);
  for (; derived_cpus_ < all.size(); ++derived_cpus_) {
    const CpuTime* cpu = all[derived_cpus_];
    DeriveMpstat(absl::StrCat("mpstat.cpu.", cpu->cpu()), {cpu}, columns);
  }
  DeriveMpstat("mpstat.cpu.all", all, columns);
  DeriveVmstatCpu(all, columns);
  DeriveIostatCpu(all, columns);
  FindNodes(columns);
  if (nodes_.size() < 2) return;
  for (const auto& [node, cpus] : nodes_) {
    std::vector<const CpuTime*> of_node;
    for (const CpuTime* cpu : all) {
      if (absl::c_linear_search(cpus, cpu->cpu())) of_node.push_back(cpu);
    }
    DeriveMpstat(absl::StrCat("mpstat.node.", node), of_node, columns);
  }
}

absl::Status Mpstat::Read(Columns& columns) {
  absl::StatusOr<absl::string_view> text = file_.Read();
  if (!text.ok()) return text.status();
  const int64_t now_ns = host_->MonotonicNs();
  const int64_t elapsed_ns = now_ns - read_ns_;
  read_ns_ = now_ns;
  ++sample_;
  next_ = 0;
  while (absl::StartsWith(*text, "cpu")) TakeCpuLine(TakeLine(*text), elapsed_ns, columns);
  if (cpus_.size() != derived_cpus_) DeriveShares(columns);
  NoteAbsentCpus(columns);
  const auto declare = [&](absl::string_view field, absl::string_view /*unit*/) {
    return DeclareField(field, columns);
  };
  fields_.Fill(*text, declare, columns);
  return absl::OkStatus();
}

void Mpstat::VisitTexts(
    absl::FunctionRef<void(absl::string_view path, absl::string_view text)> visit) const {
  visit(file_.path(), file_.text());
}

}  // namespace collect
