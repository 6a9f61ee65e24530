// Bringing sampler and run file together.
#include "collector/recording.h"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <optional>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "archive/result_store.h"
#include "collector/run_options.h"
#include "probes/table.h"

namespace collect {
namespace {

constexpr int64_t kNsPerMs = 1'000'000;

// The out-of-memory killer of the whole machine or of a control group; both are counted there
// (mm/oom_kill.c: __oom_kill_process).
bool OomKillerWorked(const v1::MetricRecords& records) {
  return std::any_of(
      records.records().begin(), records.records().end(), [](const v1::MetricRecord& record) {
        return record.metric().name() == "proc-vmstat.oom_kill" && record.value() > 0;
      });
}

}  // namespace

bool IsLeftOut(const v1::ProbeHealth& probe) {
  return probe.state() == v1::ProbeHealth::NO_PERMISSION ||
         probe.state() == v1::ProbeHealth::FAILED;
}

absl::StatusOr<std::unique_ptr<Recording>> Recording::Start(Host& host, const RunOptions& options,
                                                            const Command& command,
                                                            const v1::Run& run) {
  absl::StatusOr<std::string> path = RunFilePath(options.store, options.label, run.id());
  if (!path.ok()) return path.status();
  absl::StatusOr<std::unique_ptr<RunWriter>> writer = RunWriter::Create(*path, run);
  if (!writer.ok()) return writer.status();
  std::unique_ptr<Recording> recording(
      new Recording(host, options, command, run.start_monotonic_ns(), *std::move(writer)));
  recording->sampler_.Open(ChooseProbes(options));
  if (const std::optional<double> budget = BudgetOf(host, options)) {
    recording->sampler_.KeepWithin(*budget);
  }
  recording->sampler_.First();
  return recording;
}

Recording::Recording(Host& host, const RunOptions& options, const Command& command,
                     int64_t start_ns, std::unique_ptr<RunWriter> writer)
    : host_(host),
      options_(options),
      start_ns_(start_ns),
      writer_(std::move(writer)),
      sampler_(host, command, *writer_, start_ns) {}

int64_t Recording::SampleWhenDue(int64_t now_ns) {
  if (sampler_.NextDeadlineNs() > now_ns) return sampler_.NextDeadlineNs();
  sampler_.Tick(now_ns);
  const int64_t next_ns = sampler_.NextDeadlineNs();
  // What has been handed over must not wait for a sample that is far away.
  if (next_ns - now_ns > RunWriter::kFlushIntervalNs) writer_->Flush();
  return next_ns;
}

void Recording::AddTrouble(absl::string_view message) {
  v1::Trouble& trouble = troubles_.emplace_back();
  trouble.set_time_ns(host_.MonotonicNs() - start_ns_);
  trouble.set_message(std::string(message));
  trouble.set_count(1);
}

size_t Recording::probes_off() const {
  const std::vector<v1::ProbeHealth> health = sampler_.Health();
  return static_cast<size_t>(
      std::count_if(health.begin(), health.end(), [](const v1::ProbeHealth& probe) {
        return probe.state() == v1::ProbeHealth::NO_PERMISSION ||
               probe.state() == v1::ProbeHealth::FAILED;
      }));
}

absl::Status Recording::Finish(v1::Run& run) {
  const v1::MetricRecords records = sampler_.Records();
  run.mutable_outcome()->set_oom_kill(OomKillerWorked(records));
  NoteShortRun(run.outcome());
  v1::Run more;
  *more.mutable_outcome() = run.outcome();
  *more.mutable_marks() = run.marks();
  if (run.has_window()) *more.mutable_window() = run.window();
  for (v1::ProbeHealth& health : sampler_.Health()) *more.add_probes() = std::move(health);
  for (const ProbeInfo& probe : AllProbes()) {
    if (IsChosen(options_, probe.name)) continue;
    v1::ProbeHealth& health = *more.add_probes();
    health.set_probe(std::string(probe.name));
    health.set_state(v1::ProbeHealth::OFF);
  }
  for (v1::Trouble& trouble : sampler_.Troubles()) *more.add_trouble() = std::move(trouble);
  for (v1::Trouble& trouble : troubles_) *more.add_trouble() = std::move(trouble);
  *run.mutable_probes() = more.probes();
  *run.mutable_trouble() = more.trouble();
  // The smaller first: on a full disk there may be room for it alone.
  writer_->AddRun(more);
  // Those of a part of the run are computed by whoever reads its samples.
  if (!run.has_window()) writer_->AddRecords(records);
  return writer_->Close();
}

// The label's folder goes too if there is nothing else in it.
void Recording::Discard() {
  writer_->Close().IgnoreError();
  std::error_code ignored;
  const std::filesystem::path file = writer_->path();
  std::filesystem::remove(file, ignored);
  std::filesystem::remove(file.parent_path(), ignored);
}

// S-083
void Recording::NoteShortRun(const v1::Outcome& outcome) {
  int64_t shortest_ns = std::numeric_limits<int64_t>::max();
  for (const ProbeChoice& choice : ChooseProbes(options_)) {
    if (choice.info->moment == Moment::kInterval) {
      shortest_ns = std::min(shortest_ns, choice.interval_ns);
    }
  }
  if (shortest_ns == std::numeric_limits<int64_t>::max()) return;
  if (outcome.elapsed_ns() >= shortest_ns) return;
  AddTrouble(absl::StrCat("the command was shorter than one interval of ", shortest_ns / kNsPerMs,
                          " ms: there is a sample before and one after it"));
}

}  // namespace collect
