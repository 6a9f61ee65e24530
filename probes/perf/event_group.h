// Perf events that are counted together: what a group asks for, and one group open on one CPU.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "probes/host/host.h"

namespace collect {

/// One event: its name as `perf stat` prints it, its encoding as of perf_event_open(2), and how its
/// raw count becomes a value.
struct EventSpec {
  std::string name;
  uint32_t type = 0;
  uint64_t config = 0;
  std::string unit = "count";  ///< of the value
  double weight = 1;           ///< value = weight * raw count
};

/// Events that the kernel schedules together or not at all, so that their ratios never mix two
/// windows of time.
struct GroupSpec {
  std::string name;
  std::vector<EventSpec> events;
  std::vector<int> cpus;  ///< where it is opened, as a PMU's cpumask says; empty: on every CPU
};

/// A group that counts everything on one CPU. It takes one descriptor per event and is read with
/// one read().
class EventGroup {
 public:
  /// Opens every event of `spec` on `cpu`, counting from now on. The error is that of
  /// Host::PerfEventOpen for the event that failed; nothing stays open then.
  static absl::StatusOr<EventGroup> Open(Host& host, const GroupSpec& spec, int cpu);

  /// Reads all counts at once. NotFound: the CPU has gone offline and the group counts no more.
  absl::Status Read(Host& host);

  /// From the last Read: how long (ns) the group was enabled and how long it really counted.
  int64_t enabled_ns() const { return static_cast<int64_t>(words_[kEnabledWord]); }
  int64_t running_ns() const { return static_cast<int64_t>(words_[kRunningWord]); }
  /// From the last Read: the raw count of each event.
  absl::Span<const uint64_t> counts() const {
    return absl::MakeConstSpan(words_).subspan(kFirstCountWord);
  }

 private:
  // PERF_FORMAT_GROUP | TOTAL_TIME_ENABLED | TOTAL_TIME_RUNNING lays out a read as: number of
  // events, enabled, running, counts (perf_event_open(2), "Reading results").
  static constexpr size_t kNumberWord = 0;
  static constexpr size_t kEnabledWord = 1;
  static constexpr size_t kRunningWord = 2;
  static constexpr size_t kFirstCountWord = 3;

  std::vector<UniqueFd> fds_;  // the leader first
  std::vector<uint64_t> words_;
};

}  // namespace collect
