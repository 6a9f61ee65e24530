// The sampler over captured trees.
#include "collector/replay.h"

#include <algorithm>
#include <memory>

#include "archive/writer.h"
#include "collector/environment.h"
#include "collector/run_id.h"
#include "collector/run_options.h"
#include "collector/sampler.h"
#include "probes/host/replay_host.h"

namespace collect {
namespace {

// The probe of our own cost.
constexpr absl::string_view kSelfProbe = "collect";

// The smallest time between two trees. On a grid that fine every tree is due.
absl::StatusOr<int64_t> SmallestGapNs(const std::vector<std::string>& trees) {
  const absl::StatusOr<std::unique_ptr<ReplayHost>> host = ReplayHost::Open(trees);
  if (!host.ok()) return host.status();
  int64_t gap_ns = 0;
  int64_t before_ns = (*host)->MonotonicNs();
  while ((*host)->Advance()) {
    const int64_t step_ns = (*host)->MonotonicNs() - before_ns;
    gap_ns = gap_ns == 0 ? step_ns : std::min(gap_ns, step_ns);
    before_ns += step_ns;
  }
  return gap_ns;
}

std::vector<ProbeChoice> ProbesOfFiles(const RunOptions& options, int64_t interval_ns) {
  std::vector<ProbeChoice> choices;
  for (ProbeChoice choice : ChooseProbes(options)) {
    if (choice.info->moment == Moment::kAfterCommand || choice.info->name == kSelfProbe) continue;
    choice.interval_ns = interval_ns;
    choices.push_back(choice);
  }
  return choices;
}

v1::Run IdentityOf(ReplayHost& host, const RunOptions& options) {
  v1::Run run;
  run.set_id(MakeRunId(Host().WallNs()));
  run.set_label(options.label);
  run.mutable_params()->insert(options.params.begin(), options.params.end());
  run.mutable_axes()->insert(options.axes.begin(), options.axes.end());
  run.set_start_monotonic_ns(host.MonotonicNs());
  run.set_collect_version(options.collect_version);
  *run.mutable_host() = ReadHostFacts(host);
  return run;
}

}  // namespace

absl::Status ReplayTrees(const std::vector<std::string>& trees, const std::string& path,
                         const RunOptions& options) {
  const absl::StatusOr<int64_t> interval_ns = SmallestGapNs(trees);
  if (!interval_ns.ok()) return interval_ns.status();
  absl::StatusOr<std::unique_ptr<ReplayHost>> host = ReplayHost::Open(trees);
  if (!host.ok()) return host.status();
  const v1::Run run = IdentityOf(**host, options);
  absl::StatusOr<std::unique_ptr<RunWriter>> writer = RunWriter::Create(path, run);
  if (!writer.ok()) return writer.status();

  const Command no_command;
  Sampler sampler(**host, no_command, **writer, run.start_monotonic_ns());
  sampler.Open(ProbesOfFiles(options, std::max<int64_t>(1, *interval_ns)));
  sampler.First();
  for (size_t tree = 1; tree < trees.size() && (*host)->Advance(); ++tree) {
    if (tree + 1 == trees.size()) {
      sampler.Last();
    } else {
      sampler.Tick((*host)->MonotonicNs());
    }
  }

  v1::Run more;
  for (v1::ProbeHealth& health : sampler.Health()) *more.add_probes() = std::move(health);
  for (v1::Trouble& trouble : sampler.Troubles()) *more.add_trouble() = std::move(trouble);
  (*writer)->AddRecords(sampler.Records());
  (*writer)->AddRun(more);
  return (*writer)->Close();
}

}  // namespace collect
