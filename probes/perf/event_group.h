// Perf events that are counted together: what a group asks for, and one group open on one CPU.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "probes/host/host.h"
#include "probes/perf/event_modes.h"

namespace collect {

/// One event: its name as `perf stat` prints it, its encoding as of perf_event_open(2), and how its
/// raw count becomes a value.
struct EventSpec {
  std::string name;
  uint32_t type = 0;
  uint64_t config = 0;
  std::string unit = "count";  ///< of the value
  double weight = 1;           ///< value = weight * raw count
  uint64_t config1 = 0;
  uint64_t config2 = 0;
  uint64_t config3 = 0;  ///< of kernels since 6.3
  EventModes modes = {};
};

/// Events that the kernel schedules together or not at all, so that their ratios never mix two
/// windows of time.
struct GroupSpec {
  std::string name;
  std::vector<EventSpec> events;
  std::vector<int> cpus =
      {};                ///< where it is opened, as a PMU's cpus or cpumask says; empty: everywhere
  std::string pmu = {};  ///< core PMU whose name its events bear, "cpu_atom"; empty: there is one
  bool roams = false;    ///< of an uncore PMU: the kernel moves it when its CPU goes offline
};

/// Whose work a group counts.
struct PerfTarget {
  enum class Kind {
    kEverybody,  ///< whatever runs on a CPU
    kProcess,    ///< `id` is a process: it, from its next exec on, and what it starts from then on
    kCgroup,     ///< `id` is the descriptor of a control group's folder: its processes, on a CPU
  };
  Kind kind = Kind::kEverybody;
  int id = -1;
};

/// For a group that counts a process, wherever it runs.
inline constexpr int kEveryCpu = -1;

/// A group that counts on one CPU, or one process wherever it runs. It takes one descriptor per
/// event and is read with one read(), except of a process on kernels before 4.13, which refuse to
/// read inherited events as a group: there with one for each event.
class EventGroup {
 public:
  /// Opens every event of `spec` on `cpu`; what `target` says counts from now on, a process from
  /// its next exec. The error is that of Host::PerfEventOpen for the event that failed; nothing
  /// stays open then.
  static absl::StatusOr<EventGroup> Open(Host& host, const GroupSpec& spec,
                                         const PerfTarget& target, int cpu);

  /// Reads all counts at once. NotFound: the CPU has gone offline and the group counts no more.
  absl::Status Read(Host& host);

  /// Reads what the events of a CPU that has gone offline counted to its end.
  absl::Status ReadApart(Host& host);

  /// From the last reading: how long (ns) the group was enabled and how long it really counted.
  int64_t enabled_ns() const { return static_cast<int64_t>(words_[kEnabledWord]); }
  int64_t running_ns() const { return static_cast<int64_t>(words_[kRunningWord]); }
  /// From the last reading: the raw count of each event.
  absl::Span<const uint64_t> counts() const {
    return absl::MakeConstSpan(words_).subspan(kFirstCountWord);
  }
  /// All of the above: enabled, running, counts.
  absl::Span<const uint64_t> times_and_counts() const {
    return absl::MakeConstSpan(words_).subspan(kEnabledWord);
  }

 private:
  static absl::StatusOr<EventGroup> OpenAs(bool together, Host& host, const GroupSpec& spec,
                                           const PerfTarget& target, int cpu);
  absl::Status ReadInto(Host& host, int fd, absl::Span<uint64_t> words, size_t& got_words) const;

  // PERF_FORMAT_GROUP | TOTAL_TIME_ENABLED | TOTAL_TIME_RUNNING lays out a read as: number of
  // events, enabled, running, counts (perf_event_open(2), "Reading results").
  static constexpr size_t kNumberWord = 0;
  static constexpr size_t kEnabledWord = 1;
  static constexpr size_t kRunningWord = 2;
  static constexpr size_t kFirstCountWord = 3;

  std::vector<UniqueFd> fds_;  // the leader first
  bool together_ = true;       // one read gives all
  std::vector<uint64_t> words_;
};

}  // namespace collect
