// Perf events that a test scripts.
#include "tests/support/fake_perf.h"

#include <fcntl.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

namespace collect {

int FakePerf::ErrorOf(const perf_event_attr& attr, int group_fd) const {
  if (error_of_all != 0) return error_of_all;
  if (auto found = error_of_type.find(attr.type); found != error_of_type.end()) {
    return found->second;
  }
  const auto found = error_of_event.find({attr.type, attr.config});
  if (found != error_of_event.end()) return found->second;
  const auto members =
      static_cast<size_t>(std::count_if(events_.begin(), events_.end(), [&](const Event& event) {
        return event.leader == group_fd;
      }));
  if (attr.type != PERF_TYPE_SOFTWARE && members >= most_in_group) return EINVAL;
  return open_count() >= most_open ? EMFILE : 0;
}

absl::StatusOr<UniqueFd> FakePerf::Open(const perf_event_attr& attr, const Place& place,
                                        int group_fd) {
  last_attr = attr;
  last_place = place;
  int error = ErrorOf(attr, group_fd);
  const bool together = (attr.read_format & PERF_FORMAT_GROUP) != 0;
  if (old_kernel && attr.inherit != 0 && together) error = EINVAL;
  if (error != 0) return absl::ErrnoToStatus(error, "perf_event_open");
  UniqueFd fd(open("/dev/null", O_RDONLY | O_CLOEXEC));
  const int number = fd.get();
  // The number may have belonged to an event, or led a group, that has been closed.
  events_.erase(
      std::remove_if(events_.begin(), events_.end(),
                     [&](const Event& old) { return old.fd == number || old.leader == number; }),
      events_.end());
  Counter& counter = At(place.cpu, attr.config, attr.type);
  events_.push_back({number, group_fd < 0 ? number : group_fd, attr.disabled != 0,
                     attr.enable_on_exec != 0, together, &counter, counter});
  // Nothing in a group counts while its leader does not.
  for (const Event& leader : events_) {
    if (leader.fd != group_fd) continue;
    events_.back().disabled = leader.disabled;
    events_.back().on_exec = leader.on_exec;
  }
  return fd;
}

absl::Status FakePerf::Enable(int leader_fd) {
  for (Event& event : events_) {
    if (event.leader == leader_fd) event.disabled = false;
  }
  return absl::OkStatus();
}

void FakePerf::Exec() {
  for (Event& event : events_) {
    if (event.on_exec) event.disabled = false, event.before = *event.counter;
  }
}

// The layout of PERF_FORMAT_GROUP with both times, as of perf_event_open(2); without it the count
// and both times.
ssize_t FakePerf::Read(int fd, void* buffer, size_t size) {
  ++reads;
  if (interrupted_reads > 0) return --interrupted_reads, -EINTR;
  if (read_error != 0) return -read_error;
  std::array<uint64_t, 32> words = {};
  size_t used = 3;
  for (const Event& event : events_) {
    if (event.fd != fd && (event.leader != fd || cpu_gone || !event.together)) continue;
    if (event.disabled && !event.on_exec) return -EINVAL;  // nobody has let it count
    const bool counts = !event.disabled;
    const uint64_t value = counts ? event.counter->value - event.before.value : 0;
    words[used++] = value;
    if (event.fd != fd) continue;
    words[1] = counts ? event.counter->enabled - event.before.enabled : 0;
    words[2] = counts ? event.counter->running - event.before.running : 0;
    if (!event.together) words[0] = value;
  }
  const bool alone = !IsTogether(fd);
  if (!alone) words[0] = used - 3;
  const size_t bytes = (alone ? 3 : used) * sizeof words[0];
  if (bytes > size) return -ENOSPC;
  std::memcpy(buffer, words.data(), bytes);
  return static_cast<ssize_t>(bytes);
}

bool FakePerf::IsTogether(int fd) const {
  const auto event = std::find_if(events_.begin(), events_.end(),
                                  [&](const Event& other) { return other.fd == fd; });
  return event != events_.end() && event->together;
}

size_t FakePerf::open_count() const {
  return static_cast<size_t>(std::count_if(events_.begin(), events_.end(), [](const Event& event) {
    return fcntl(event.fd, F_GETFD) >= 0;
  }));
}

}  // namespace collect
