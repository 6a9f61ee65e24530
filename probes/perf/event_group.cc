// Opening and reading a group of perf events.
#include "probes/perf/event_group.h"

#include <array>
#include <cerrno>
#include <utility>

#include "absl/strings/str_cat.h"

namespace collect {
namespace {

constexpr pid_t kEveryProcess = -1;
constexpr int kNoLeader = -1;

// config3 has come with Linux 6.3, behind what the headers of older systems know of the structure
// (include/uapi/linux/perf_event.h: PERF_ATTR_SIZE_VER8).
constexpr uint32_t kSizeWithConfig3 = PERF_ATTR_SIZE_VER7 + sizeof(uint64_t);
constexpr size_t kConfig3Word = PERF_ATTR_SIZE_VER7 / sizeof(uint64_t);

union AttributesWithConfig3 {
  std::array<uint64_t, 32> words;
  perf_event_attr attr;
};

// The leader waits until its group is whole: a kernel of 6.18 let events that joined a running
// group of another software PMU (page-faults under cpu-clock) count 0 for ever. Of a process it
// waits for exec, so that what our side of the fork does is not counted.
AttributesWithConfig3 Attributes(const EventSpec& event, bool leads, bool together,
                                 bool of_process) {
  AttributesWithConfig3 attributes = {};
  perf_event_attr& attr = attributes.attr;
  attr.size = event.config3 == 0 ? PERF_ATTR_SIZE_VER7 : kSizeWithConfig3;
  attr.type = event.type;
  attr.config = event.config;
  attr.config1 = event.config1;
  attr.config2 = event.config2;
  attributes.words[kConfig3Word] = event.config3;
  attr.exclude_user = !event.modes.user;
  attr.exclude_kernel = !event.modes.kernel;
  attr.exclude_hv = !event.modes.hypervisor;
  attr.precise_ip = static_cast<unsigned>(event.modes.precise) & 3U;
  attr.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
  if (together) attr.read_format |= PERF_FORMAT_GROUP;
  attr.disabled = leads;
  attr.inherit = of_process;
  attr.enable_on_exec = of_process && leads;
  return attributes;
}

}  // namespace

// Kernels before 4.13 take no inherited event with PERF_FORMAT_GROUP (kernel/events/core.c:
// perf_event_alloc); later ones add up the whole family in one read (perf_read_group).
absl::StatusOr<EventGroup> EventGroup::Open(Host& host, const GroupSpec& spec,
                                            const PerfTarget& target, int cpu) {
  absl::StatusOr<EventGroup> group = OpenAs(true, host, spec, target, cpu);
  if (absl::IsInvalidArgument(group.status()) && target.kind == PerfTarget::Kind::kProcess) {
    return OpenAs(false, host, spec, target, cpu);
  }
  return group;
}

absl::StatusOr<EventGroup> EventGroup::OpenAs(bool together, Host& host, const GroupSpec& spec,
                                              const PerfTarget& target, int cpu) {
  const bool of_process = target.kind == PerfTarget::Kind::kProcess;
  const pid_t pid = target.kind == PerfTarget::Kind::kEverybody ? kEveryProcess : target.id;
  const unsigned long flags = target.kind == PerfTarget::Kind::kCgroup ? PERF_FLAG_PID_CGROUP : 0;
  EventGroup group;
  group.together_ = together;
  for (const EventSpec& event : spec.events) {
    const int leader = group.fds_.empty() ? kNoLeader : group.fds_.front().get();
    AttributesWithConfig3 attributes = Attributes(event, leader == kNoLeader, together, of_process);
    absl::StatusOr<UniqueFd> fd =
        host.PerfEventOpen(attributes.attr, pid, of_process ? kEveryCpu : cpu, leader, flags);
    if (!fd.ok()) return fd.status();
    group.fds_.push_back(*std::move(fd));
  }
  group.words_.resize(kFirstCountWord + spec.events.size());
  if (of_process) return group;
  absl::Status status = host.EnablePerf(group.fds_.front().get());
  if (!status.ok()) return status;
  return group;
}

absl::Status EventGroup::ReadInto(Host& host, int fd, absl::Span<uint64_t> words,
                                  size_t& got_words) const {
  ssize_t got = 0;
  do {
    got = host.ReadPerf(fd, words.data(), words.size() * sizeof words[0]);
  } while (got == -EINTR);
  if (got < 0) return absl::ErrnoToStatus(static_cast<int>(-got), "read of a perf event");
  got_words = static_cast<size_t>(got) / sizeof words[0];
  return absl::OkStatus();
}

// When a CPU goes offline the kernel takes its groups apart (kernel/events/core.c:
// perf_event_exit_cpu_context): the leader is then alone in its group, or the read gives nothing.
absl::Status EventGroup::Read(Host& host) {
  if (!together_) return ReadApart(host);
  size_t got = 0;
  absl::Status status = ReadInto(host, fds_.front().get(), absl::MakeSpan(words_), got);
  if (!status.ok()) return status;
  if (got != words_.size() || words_[kNumberWord] != fds_.size()) {
    return absl::NotFoundError("the CPU has gone offline");
  }
  return absl::OkStatus();
}

// Each event by itself: as a group of one, or without PERF_FORMAT_GROUP as count, enabled, running.
absl::Status EventGroup::ReadApart(Host& host) {
  for (size_t i = 0; i < fds_.size(); ++i) {
    std::array<uint64_t, kFirstCountWord + 1> words = {};
    const size_t expected = together_ ? words.size() : words.size() - 1;
    size_t got = 0;
    absl::Status status = ReadInto(host, fds_[i].get(), absl::MakeSpan(words), got);
    if (!status.ok()) return status;
    if (got != expected) return absl::NotFoundError("the event counts no more");
    words_[kEnabledWord] = words[kEnabledWord];
    words_[kRunningWord] = words[kRunningWord];
    words_[kFirstCountWord + i] = together_ ? words[kFirstCountWord] : words[0];
  }
  return absl::OkStatus();
}

}  // namespace collect
