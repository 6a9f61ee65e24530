// Perf events that a test scripts.
#pragma once

#include <linux/perf_event.h>
#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "probes/host/unique_fd.h"

namespace collect {

/// What stands behind perf_event_open and read in a FakeHost. Descriptors are real ones, on
/// /dev/null, so that they can be closed.
class FakePerf {
 public:
  /// One event on one CPU.
  struct Counter {
    uint64_t value = 0;
    uint64_t enabled = 0;
    uint64_t running = 0;
  };
  /// What the kernel would show of this event on this CPU.
  Counter& At(int cpu, uint64_t config, uint32_t type = PERF_TYPE_SOFTWARE) {
    return counters_[{cpu, {type, config}}];
  }
  /// Where and of whom an event was asked to count.
  struct Place {
    pid_t pid = -1;
    int cpu = -1;
    unsigned long flags = 0;
  };
  /// A descriptor counts from its opening on.
  absl::StatusOr<UniqueFd> Open(const perf_event_attr& attr, const Place& place, int group_fd);
  /// What the process counted with enable_on_exec executes.
  void Exec();
  absl::Status Enable(int leader_fd);
  ssize_t Read(int fd, void* buffer, size_t size);

  using TypeAndConfig = std::pair<uint32_t, uint64_t>;

  /// Opens that fail with this errno, by event; by type, for all events of it.
  std::map<TypeAndConfig, int> error_of_event;
  std::map<uint32_t, int> error_of_type;
  int error_of_all = 0;
  size_t most_in_group = SIZE_MAX;  ///< counters of the PMU; a larger group is refused
  size_t most_open = SIZE_MAX;      ///< opens beyond it fail with EMFILE
  int interrupted_reads = 0;        ///< so many of the next reads fail with EINTR
  int read_error = 0;               ///< errno of every read
  bool cpu_gone = false;            ///< every group that is open now has been taken apart
  bool old_kernel = false;          ///< before 4.13: no group reads of inherited events
  perf_event_attr last_attr = {};   ///< of the last open
  Place last_place;                 ///< of the last open

  size_t open_count() const;  ///< descriptors that are open now
  int reads = 0;              ///< reads so far

 private:
  struct Event {
    int fd;
    int leader;
    bool disabled;
    bool on_exec;
    bool together;  // PERF_FORMAT_GROUP
    Counter* counter;
    Counter before;  // what it showed when it was opened
  };

  bool IsTogether(int fd) const;
  int ErrorOf(const perf_event_attr& attr, int group_fd) const;

  std::map<std::pair<int, TypeAndConfig>, Counter> counters_;
  std::vector<Event> events_;  // in the order in which they were opened
};

}  // namespace collect
