// What `collect` itself costs.
#include "probes/self/self_probe.h"

#include <unistd.h>

#include "absl/strings/str_cat.h"
#include "probes/kernel/text_scan.h"

namespace collect {
namespace {

constexpr double kMsPerNs = 1e-6;
constexpr int64_t kNsPerUs = 1000;

enum Column { kCpuNs, kRssKb, kBytesWritten, kMissedTicks };

// Kept in ns, as a sample costs well under a millisecond.
void DeriveCpuMs(Columns& columns) {
  v1::MetricDescriptor cpu = SumOf("collect.cpu_ms", "ms", v1::COUNTER, {kCpuNs});
  cpu.mutable_formula()->mutable_numerator(0)->set_weight(kMsPerNs);
  cpu.set_help("CPU time of all threads of collect");
  columns.Derive(std::move(cpu));
}

}  // namespace

absl::Status SelfProbe::Open(const ProbeContext& context, Columns& columns) {
  host_ = &context.host;
  cost_ = &context.own_cost;
  absl::StatusOr<TextFile> statm = host_->OpenText("/proc/self/statm");
  if (!statm.ok()) return statm.status();
  statm_ = *std::move(statm);
  v1::MetricDescriptor cpu_ns = Metric("collect.cpu_ns", "ns", v1::COUNTER);
  cpu_ns.set_hidden(true);
  columns.Declare(std::move(cpu_ns));
  columns.Declare(Metric("collect.rss_kb", "kB", v1::MAX));
  columns.Declare(Metric("collect.bytes_written", "bytes", v1::COUNTER));
  columns.Declare(Metric("collect.missed_ticks", "count", v1::COUNTER));
  DeriveCpuMs(columns);
  DeclareProbes(columns);
  return absl::OkStatus();
}

absl::Status SelfProbe::Read(Columns& columns) {
  columns.Set(kCpuNs, host_->ProcessCpuNs());
  columns.Set(kBytesWritten, cost_->bytes_written);
  columns.Set(kMissedTicks, cost_->missed_ticks);
  DeclareProbes(columns);
  for (size_t i = 0; i < probe_columns_.size(); ++i) {
    columns.Set(probe_columns_[i], cost_->probes[i].cpu_ns / kNsPerUs);
    columns.Set(probe_columns_[i] + 1, cost_->probes[i].wall_ns / kNsPerUs);
  }
  return ReadResidentSize(columns);
}

// The sampler's list of probes only grows.
void SelfProbe::DeclareProbes(Columns& columns) {
  for (size_t i = probe_columns_.size(); i < cost_->probes.size(); ++i) {
    const std::string prefix = absl::StrCat("collect.probe.", cost_->probes[i].probe);
    probe_columns_.push_back(columns.Declare(Metric(prefix + ".cpu_us", "us", v1::COUNTER)));
    columns.Declare(Metric(prefix + ".wall_us", "us", v1::COUNTER));
  }
}

// The second number of statm is the resident set in pages (proc(5)); it costs the kernel far less
// than the tables of /proc/self/status.
absl::Status SelfProbe::ReadResidentSize(Columns& columns) {
  absl::StatusOr<absl::string_view> text = statm_.Read();
  if (!text.ok()) return text.status();
  absl::string_view rest = *text;
  uint64_t pages = 0;
  TakeWord(rest);
  SkipBlanks(rest);
  if (!TakeNumber(rest, pages)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "/proc/self/statm: expected the resident pages as second number in \"", *text, "\""));
  }
  columns.Set(kRssKb, static_cast<int64_t>(pages) * sysconf(_SC_PAGESIZE) / 1024);
  return absl::OkStatus();
}

}  // namespace collect
