// The progress line.
#include "collector/progress.h"

#include <poll.h>
#include <unistd.h>

#include <cstdio>
#include <limits>
#include <string>

#include "absl/strings/str_cat.h"

namespace collect {
namespace {

constexpr int64_t kNsPerSecond = 1'000'000'000;
// Erases from the cursor to the end of the line (ECMA-48: EL).
constexpr char kErase[] = "\033[K";

// A terminal that was stopped (Ctrl-S), or whose other end does not read, would hold up the
// sampler.
bool TakesALine() {
  pollfd terminal = {STDERR_FILENO, POLLOUT, 0};
  return poll(&terminal, 1, 0) == 1 && tcgetpgrp(STDERR_FILENO) == getpgrp();
}

}  // namespace

Progress::Progress(const RunOptions& options, int64_t start_ns)
    : sequence_(options.sequence),
      runs_(options.runs),
      start_ns_(start_ns),
      next_ns_(std::numeric_limits<int64_t>::max()) {
  if (!options.quiet && isatty(STDERR_FILENO) == 1) next_ns_ = start_ns + kNsPerSecond;
}

// The cursor goes back to the start of the line, so that what the command prints lies over ours.
void Progress::Show(int64_t now_ns, uint64_t samples, size_t probes_off) {
  if (now_ns < next_ns_) return;
  const int64_t seconds = (now_ns - start_ns_) / kNsPerSecond;
  next_ns_ = start_ns_ + (seconds + 1) * kNsPerSecond;
  if (!TakesALine()) return;
  std::string line = "collect: ";
  if (runs_ > 1) absl::StrAppend(&line, "run ", sequence_, " of ", runs_, ", ");
  absl::StrAppend(&line, seconds, " s, ", samples, " samples");
  if (probes_off > 0) absl::StrAppend(&line, ", probes off: ", probes_off);
  fprintf(stderr, "%s%s\r", line.c_str(), kErase);
  shown_ = true;
}

void Progress::Clear() {
  if (shown_) fputs(kErase, stderr);
  shown_ = false;
}

}  // namespace collect
