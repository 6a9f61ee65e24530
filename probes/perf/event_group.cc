// Opening and reading a group of perf events.
#include "probes/perf/event_group.h"

#include <cerrno>
#include <utility>

#include "absl/strings/str_cat.h"

namespace collect {
namespace {

constexpr pid_t kEveryProcess = -1;
constexpr int kNoLeader = -1;

// The leader waits until its group is whole: a kernel of 6.18 let events that joined a running
// group of another software PMU (page-faults under cpu-clock) count 0 for ever.
perf_event_attr Attributes(const EventSpec& event, bool leads) {
  perf_event_attr attr = {};
  attr.size = sizeof attr;
  attr.type = event.type;
  attr.config = event.config;
  attr.read_format =
      PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
  attr.disabled = leads;
  return attr;
}

}  // namespace

absl::StatusOr<EventGroup> EventGroup::Open(Host& host, const GroupSpec& spec, int cpu) {
  EventGroup group;
  for (const EventSpec& event : spec.events) {
    const int leader = group.fds_.empty() ? kNoLeader : group.fds_.front().get();
    perf_event_attr attr = Attributes(event, leader == kNoLeader);
    absl::StatusOr<UniqueFd> fd = host.PerfEventOpen(attr, kEveryProcess, cpu, leader);
    if (!fd.ok()) return fd.status();
    group.fds_.push_back(*std::move(fd));
  }
  group.words_.resize(kFirstCountWord + spec.events.size());
  absl::Status status = host.EnablePerf(group.fds_.front().get());
  if (!status.ok()) return status;
  return group;
}

// When a CPU goes offline the kernel takes its groups apart (kernel/events/core.c:
// perf_event_exit_cpu_context): the leader is then alone in its group, or the read gives nothing.
absl::Status EventGroup::Read(Host& host) {
  const size_t size = words_.size() * sizeof words_[0];
  ssize_t got = 0;
  do {
    got = host.ReadPerf(fds_.front().get(), words_.data(), size);
  } while (got == -EINTR);
  if (got < 0) return absl::ErrnoToStatus(static_cast<int>(-got), "read of a perf event");
  if (static_cast<size_t>(got) != size || words_[kNumberWord] != fds_.size()) {
    return absl::NotFoundError("the CPU has gone offline");
  }
  return absl::OkStatus();
}

}  // namespace collect
