// One thread, one clock: asks each probe when its time has come.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "archive/records.h"
#include "archive/writer.h"
#include "collect/v1/metric.pb.h"
#include "collect/v1/run.pb.h"
#include "collector/budget.h"
#include "probes/columns.h"
#include "probes/host/host.h"
#include "probes/probe.h"
#include "probes/table.h"

namespace collect {

/// A probe that the user wants, and how often.
struct ProbeChoice {
  const ProbeInfo* info = nullptr;
  int64_t interval_ns = 0;   ///< used if info->moment is kInterval
  bool is_core = false;      ///< stretched last when all cost too much
  bool may_stretch = false;  ///< the interval may get longer to keep within the budget
};

/// Takes the samples of one run and hands them to the run file and to the makers of records. It
/// never waits: whoever owns the loop asks for the next deadline and calls Tick. Deadlines lie on a
/// grid of CLOCK_MONOTONIC, start + k * interval; those that have passed when a sample is done are
/// counted as missed and skipped, never made up for in a bunch (S-046).
class Sampler {
 public:
  /// `start_ns` is the start of the run. The referents outlive the sampler.
  Sampler(Host& host, const Command& command, RunWriter& writer, int64_t start_ns);

  /// Opens the probes; one that cannot work is in Health() and costs nothing from then on.
  void Open(absl::Span<const ProbeChoice> choices);

  /// Lets all probes together use no more than this share of one CPU: what a probe costs is
  /// measured as it runs, and the dear ones are read less often.
  void KeepWithin(double budget) { budget_ = budget; }

  /// Before the command starts: the first sample of every probe that does not wait for its end.
  void First();

  /// When the next sample is due (CLOCK_MONOTONIC, ns); the maximum of int64_t if never.
  int64_t NextDeadlineNs() const;

  /// Samples the probes whose time has come.
  void Tick(int64_t now_ns);

  /// After the command has ended, and Command says how: the last sample of every probe.
  void Last();

  /// Samples taken so far, of all probes.
  uint64_t samples() const;
  /// How each probe fares, in the order of Open.
  std::vector<v1::ProbeHealth> Health() const;
  /// What went wrong or was odd so far.
  std::vector<v1::Trouble> Troubles() const;
  /// The records of all probes.
  v1::MetricRecords Records() const;

 private:
  struct Entry {
    explicit Entry(const ProbeChoice& wanted);

    ProbeChoice choice;
    std::unique_ptr<Probe> probe;  // null: could not be opened
    Columns columns;
    RecordBuilder records;
    v1::ProbeHealth health;
    int64_t next_ns = 0;
    size_t cost = 0;             // its place in OwnCost
    int64_t last_cpu_ns = 0;     // of the last sample
    int64_t cpu_ns = 0;          // of the cheaper of the last two, so that no outlier counts
    size_t declared = 0;         // metrics that have been handed over
    std::vector<int64_t> noted;  // when each note of the columns was first seen
  };

  void OpenOne(const ProbeChoice& choice);
  void Sample(Entry& entry);
  int64_t NextOnGrid(const Entry& entry) const;
  void StretchTheDear();
  void Stretch(Entry& entry, int64_t interval_ns);
  void Read(Entry& entry);
  void HandOver(Entry& entry, int64_t begin_ns, int64_t end_ns);
  void RecordFailure(Entry& entry, const absl::Status& status);
  void AddTrouble(const Entry& entry, absl::string_view message);
  void NoteTimes(Entry& entry);
  void KeepTexts(const Entry& entry, v1::RawText::When when);

  Host& host_;
  const Command& command_;
  RunWriter& writer_;
  const int64_t start_ns_;
  OwnCost own_cost_;
  std::vector<std::unique_ptr<Entry>> entries_;
  std::vector<v1::Trouble> troubles_;
  std::optional<double> budget_;
  std::vector<ProbeLoad> loads_;  // of the entries
};

}  // namespace collect
