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

absl::StatusOr<UniqueFd> FakePerf::Open(const perf_event_attr& attr, int cpu, int group_fd) {
  if (const int error = ErrorOf(attr, group_fd); error != 0) {
    return absl::ErrnoToStatus(error, "perf_event_open");
  }
  UniqueFd fd(open("/dev/null", O_RDONLY | O_CLOEXEC));
  const int number = fd.get();
  // The number may have belonged to an event, or led a group, that has been closed.
  events_.erase(
      std::remove_if(events_.begin(), events_.end(),
                     [&](const Event& old) { return old.fd == number || old.leader == number; }),
      events_.end());
  events_.push_back({number, group_fd < 0 ? number : group_fd, attr.disabled != 0,
                     &At(cpu, attr.config, attr.type)});
  return fd;
}

absl::Status FakePerf::Enable(int leader_fd) {
  for (Event& event : events_) {
    if (event.leader == leader_fd) event.disabled = false;
  }
  return absl::OkStatus();
}

// The layout of PERF_FORMAT_GROUP with both times, as of perf_event_open(2).
ssize_t FakePerf::Read(int fd, void* buffer, size_t size) {
  ++reads;
  if (interrupted_reads > 0) return --interrupted_reads, -EINTR;
  if (read_error != 0) return -read_error;
  std::array<uint64_t, 32> words = {};
  size_t used = 3;
  for (const Event& event : events_) {
    if (event.fd != fd && (event.leader != fd || cpu_gone)) continue;
    if (event.disabled) return -EINVAL;  // nobody has let it count
    words[used++] = event.counter->value;
    if (event.fd == fd) words[1] = event.counter->enabled, words[2] = event.counter->running;
  }
  words[0] = used - 3;
  const size_t bytes = used * sizeof words[0];
  if (bytes > size) return -ENOSPC;
  std::memcpy(buffer, words.data(), bytes);
  return static_cast<ssize_t>(bytes);
}

size_t FakePerf::open_count() const {
  return static_cast<size_t>(std::count_if(events_.begin(), events_.end(), [](const Event& event) {
    return fcntl(event.fd, F_GETFD) >= 0;
  }));
}

}  // namespace collect
