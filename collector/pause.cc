// Waiting between runs.
#include "collector/pause.h"

#include <poll.h>

#include <algorithm>
#include <optional>

#include "collector/signals.h"

namespace collect {
namespace {

constexpr int64_t kNsPerSecond = 1'000'000'000;

bool EndIsWanted(RunSignals& signals) {
  while (const std::optional<signalfd_siginfo> info = signals.Next()) {
    if (EndsRun(static_cast<int>(info->ssi_signo))) return true;
  }
  return false;
}

}  // namespace

bool Pause(Host& host, int64_t time_ns) {
  RunSignals signals;
  if (!signals.Open().ok()) return false;
  const int64_t deadline_ns = host.MonotonicNs() + time_ns;
  for (;;) {
    const int64_t wait_ns = std::max<int64_t>(deadline_ns - host.MonotonicNs(), 0);
    const timespec wait = {wait_ns / kNsPerSecond, wait_ns % kNsPerSecond};
    pollfd wanted = {signals.fd(), POLLIN, 0};
    const int ready = ppoll(&wanted, 1, &wait, nullptr);
    if (ready > 0 && EndIsWanted(signals)) return false;
    if (ready == 0 || wait_ns == 0) return true;
  }
}

}  // namespace collect
