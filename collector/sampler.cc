// Sampling on a grid of deadlines.
#include "collector/sampler.h"

#include <algorithm>
#include <limits>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "archive/path_length.h"

namespace collect {
namespace {

constexpr int64_t kNsPerMs = 1'000'000;
constexpr int64_t kNsPerUs = 1'000;

v1::ProbeHealth::State StateOf(const absl::Status& status) {
  if (status.ok()) return v1::ProbeHealth::WORKS;
  if (absl::IsNotFound(status)) return v1::ProbeHealth::NOT_PRESENT;
  if (absl::IsPermissionDenied(status)) return v1::ProbeHealth::NO_PERMISSION;
  return v1::ProbeHealth::FAILED;
}

}  // namespace

Sampler::Entry::Entry(const ProbeChoice& wanted)
    : choice(wanted), probe(wanted.info->make()), records(std::string(wanted.info->name)) {}

Sampler::Sampler(Host& host, const Command& command, RunWriter& writer, int64_t start_ns)
    : host_(host), command_(command), writer_(writer), start_ns_(start_ns) {}

void Sampler::Open(absl::Span<const ProbeChoice> choices) {
  own_cost_.probes.reserve(choices.size());
  for (const ProbeChoice& choice : choices) OpenOne(choice);
  loads_.resize(entries_.size());
}

void Sampler::OpenOne(const ProbeChoice& choice) {
  entries_.push_back(std::make_unique<Entry>(choice));
  Entry& entry = *entries_.back();
  const absl::Status status = entry.probe->Open({host_, command_, own_cost_}, entry.columns);
  entry.health.set_probe(std::string(choice.info->name));
  entry.health.set_state(StateOf(status));
  if (!status.ok()) {
    entry.health.set_reason(std::string(status.message()));
    entry.probe.reset();
    return;
  }
  if (choice.info->moment == Moment::kInterval) {
    entry.health.set_interval_ms(static_cast<uint32_t>(choice.interval_ns / kNsPerMs));
  }
  entry.cost = own_cost_.probes.size();
  own_cost_.probes.push_back({entry.health.probe(), 0, 0});
  NoteTimes(entry);
}

void Sampler::First() {
  for (const std::unique_ptr<Entry>& entry : entries_) {
    if (entry->choice.info->moment == Moment::kAfterCommand) continue;
    Sample(*entry);
    KeepTexts(*entry, v1::RawText::FIRST);
  }
}

int64_t Sampler::NextDeadlineNs() const {
  int64_t next_ns = std::numeric_limits<int64_t>::max();
  for (const std::unique_ptr<Entry>& entry : entries_) {
    if (entry->probe != nullptr && entry->choice.info->moment == Moment::kInterval) {
      next_ns = std::min(next_ns, entry->next_ns);
    }
  }
  return next_ns;
}

void Sampler::Tick(int64_t now_ns) {
  for (const std::unique_ptr<Entry>& entry : entries_) {
    if (entry->choice.info->moment == Moment::kInterval && entry->next_ns <= now_ns) {
      Sample(*entry);
    }
  }
  StretchTheDear();
}

void Sampler::Last() {
  for (const std::unique_ptr<Entry>& entry : entries_) {
    if (entry->choice.info->moment == Moment::kAfterCommand) continue;
    Sample(*entry);
    KeepTexts(*entry, v1::RawText::LAST);
  }
  for (const std::unique_ptr<Entry>& entry : entries_) {
    if (entry->choice.info->moment == Moment::kAfterCommand) Sample(*entry);
  }
}

// Reads the probe and sets its next deadline, the first on the grid that has not passed yet.
void Sampler::Sample(Entry& entry) {
  if (entry.probe == nullptr) return;
  Read(entry);
  if (entry.choice.info->moment != Moment::kInterval) return;
  const int64_t interval_ns = entry.choice.interval_ns;
  const int64_t next_ns = NextOnGrid(entry);
  const bool on_tick = entry.next_ns != 0 && entry.next_ns < next_ns;
  const int64_t missed = on_tick ? (next_ns - entry.next_ns) / interval_ns - 1 : 0;
  entry.health.set_missed_ticks(entry.health.missed_ticks() + static_cast<uint64_t>(missed));
  own_cost_.missed_ticks += missed;
  entry.next_ns = next_ns;
}

int64_t Sampler::NextOnGrid(const Entry& entry) const {
  const int64_t interval_ns = entry.choice.interval_ns;
  return start_ns_ + ((host_.MonotonicNs() - start_ns_) / interval_ns + 1) * interval_ns;
}

void Sampler::StretchTheDear() {
  if (!budget_.has_value()) return;
  for (size_t i = 0; i < entries_.size(); ++i) {
    const Entry& entry = *entries_[i];
    const bool counts = entry.probe != nullptr && entry.choice.info->moment == Moment::kInterval;
    loads_[i] = {.interval_ns = entry.choice.interval_ns,
                 .cpu_ns = counts ? entry.cpu_ns : 0,
                 .is_core = entry.choice.is_core,
                 .may_stretch = counts && entry.choice.may_stretch};
  }
  while (const std::optional<size_t> next = NextToStretch(loads_, *budget_)) {
    loads_[*next].interval_ns *= 2;
  }
  for (size_t i = 0; i < entries_.size(); ++i) {
    if (loads_[i].interval_ns != entries_[i]->choice.interval_ns) {
      Stretch(*entries_[i], loads_[i].interval_ns);
    }
  }
}

void Sampler::Stretch(Entry& entry, int64_t interval_ns) {
  const int64_t wanted_ms = entry.health.interval_ms();
  if (entry.health.wanted_interval_ms() == 0) {
    entry.health.set_wanted_interval_ms(entry.health.interval_ms());
  }
  entry.choice.interval_ns = interval_ns;
  entry.health.set_interval_ms(static_cast<uint32_t>(interval_ns / kNsPerMs));
  entry.next_ns = NextOnGrid(entry);
  AddTrouble(entry, absl::StrFormat("read every %d ms from now on, not every %d ms: a sample takes "
                                    "%.3f ms of CPU, and all probes together may use %.2f %% of "
                                    "one CPU (--budget)",
                                    interval_ns / kNsPerMs, wanted_ms,
                                    static_cast<double>(entry.cpu_ns) / kNsPerMs, 100 * *budget_));
}

// What handing over costs is part of the probe's cost.
void Sampler::Read(Entry& entry) {
  own_cost_.bytes_written = writer_.bytes_written();
  const int64_t cpu_ns = host_.ThreadCpuNs();
  const int64_t begin_ns = host_.MonotonicNs();
  entry.columns.Clear();
  const absl::Status status = entry.probe->Read(entry.columns);
  const int64_t end_ns = host_.MonotonicNs();
  if (status.ok()) {
    HandOver(entry, begin_ns, end_ns);
  } else {
    RecordFailure(entry, status);
  }
  NoteTimes(entry);
  OwnCost::PerProbe& cost = own_cost_.probes[entry.cost];
  const int64_t took_ns = host_.ThreadCpuNs() - cpu_ns;
  cost.cpu_ns += took_ns;
  entry.cpu_ns = std::min(entry.last_cpu_ns, took_ns);
  // The first sample makes room for all that follow.
  if (entry.health.samples() > 1) entry.last_cpu_ns = took_ns;
  cost.wall_ns += end_ns - begin_ns;
}

void Sampler::HandOver(Entry& entry, int64_t begin_ns, int64_t end_ns) {
  const absl::Span<const v1::MetricDescriptor> metrics = entry.columns.metrics();
  const absl::string_view name = entry.choice.info->name;
  if (metrics.size() > entry.declared) {
    writer_.AddMetrics(name, metrics.subspan(entry.declared));
    entry.records.AddMetrics(metrics.subspan(entry.declared));
    entry.declared = metrics.size();
  }
  // In whole microseconds, as the run file keeps them.
  const int64_t since_start_ns = (begin_ns - start_ns_) / kNsPerUs * kNsPerUs;
  writer_.AddSample(name, since_start_ns, end_ns - begin_ns, entry.columns.values(),
                    entry.columns.present());
  entry.records.AddSample(since_start_ns, entry.columns.values(), entry.columns.present());
  entry.health.set_samples(entry.health.samples() + 1);
}

// An error costs this sample; each distinct reason is recorded once.
void Sampler::RecordFailure(Entry& entry, const absl::Status& status) {
  entry.health.set_failed_samples(entry.health.failed_samples() + 1);
  for (v1::Trouble& known : troubles_) {
    if (known.probe() == entry.health.probe() && known.message() == status.message()) {
      known.set_count(known.count() + 1);
      return;
    }
  }
  AddTrouble(entry, status.message());
}

void Sampler::AddTrouble(const Entry& entry, absl::string_view message) {
  v1::Trouble& trouble = troubles_.emplace_back();
  trouble.set_time_ns(host_.MonotonicNs() - start_ns_);
  trouble.set_probe(entry.health.probe());
  trouble.set_message(std::string(message));
  trouble.set_count(1);
}

void Sampler::NoteTimes(Entry& entry) {
  if (entry.noted.size() == entry.columns.notes().size()) return;
  entry.noted.resize(entry.columns.notes().size(), host_.MonotonicNs() - start_ns_);
}

void Sampler::KeepTexts(const Entry& entry, v1::RawText::When when) {
  if (entry.probe == nullptr) return;
  entry.probe->VisitTexts([&](absl::string_view path, absl::string_view text) {
    if (!text.empty()) writer_.AddText(when, path, text);
  });
}

uint64_t Sampler::samples() const {
  uint64_t all = 0;
  for (const std::unique_ptr<Entry>& entry : entries_) all += entry->health.samples();
  return all;
}

std::vector<v1::ProbeHealth> Sampler::Health() const {
  std::vector<v1::ProbeHealth> all;
  for (const std::unique_ptr<Entry>& entry : entries_) {
    all.push_back(entry->health);
    if (entry->probe == nullptr) continue;
    all.back().set_cpu_ns(static_cast<uint64_t>(own_cost_.probes[entry->cost].cpu_ns));
    all.back().set_wall_ns(static_cast<uint64_t>(own_cost_.probes[entry->cost].wall_ns));
  }
  return all;
}

std::vector<v1::Trouble> Sampler::Troubles() const {
  std::vector<v1::Trouble> all = troubles_;
  for (const std::unique_ptr<Entry>& entry : entries_) {
    const absl::Span<const Columns::NoteCount> notes = entry->columns.notes();
    for (size_t i = 0; i < entry->noted.size(); ++i) {
      v1::Trouble& trouble = all.emplace_back();
      trouble.set_time_ns(entry->noted[i]);
      trouble.set_probe(entry->health.probe());
      trouble.set_message(notes[i].sentence);
      trouble.set_count(notes[i].count);
    }
  }
  std::stable_sort(all.begin(), all.end(), [](const v1::Trouble& a, const v1::Trouble& b) {
    return a.time_ns() < b.time_ns();
  });
  return all;
}

v1::MetricRecords Sampler::Records() const {
  std::vector<v1::MetricRecord> records;
  for (const std::unique_ptr<Entry>& entry : entries_) {
    for (v1::MetricRecord& record : entry->records.Records()) {
      records.push_back(std::move(record));
    }
  }
  AddPathLength(records);
  v1::MetricRecords all;
  for (v1::MetricRecord& record : records) *all.add_records() = std::move(record);
  return all;
}

}  // namespace collect
