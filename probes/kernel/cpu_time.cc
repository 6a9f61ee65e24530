// The clocks of one CPU, mended.
#include "probes/kernel/cpu_time.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "absl/strings/str_cat.h"

namespace collect {
namespace {

// Ticks of user space, USER_HZ (include/asm-generic/param.h).
constexpr int64_t kTicksPerSecond = 100;
constexpr int64_t kNsPerTick = 1'000'000'000 / kTicksPerSecond;

v1::MetricDescriptor HiddenTicks(std::string name) {
  v1::MetricDescriptor metric = Metric(std::move(name), "ticks", v1::COUNTER);
  metric.set_hidden(true);
  return metric;
}

}  // namespace

std::string CpuUseName(size_t use) {
  return use < kCpuUses.size() ? std::string(kCpuUses[use]) : absl::StrCat("field", use + 1);
}

void CpuTime::Declare(Columns& columns) {
  const std::string prefix = absl::StrCat("mpstat.cpu.", cpu_, ".");
  for (size_t use = 0; use < uses(); ++use) {
    columns_.push_back(columns.Declare(HiddenTicks(prefix + CpuUseName(use))));
  }
  total_column_ = columns.Declare(HiddenTicks(prefix + "all"));
}

bool CpuTime::IsBroken(absl::Span<const int64_t> ticks, int64_t elapsed_ns) const {
  for (size_t use = 0; use < uses(); ++use) {
    if (ticks[use] < last_[use] - kTicksPerSecond) return true;
  }
  // Steal is told to a guest in lumps; twice the time and a second more is no lump.
  const int64_t most = 2 * elapsed_ns / kNsPerTick + kTicksPerSecond;
  return uses() > kSteal && ticks[kSteal] - last_[kSteal] > most;
}

void CpuTime::Step(absl::Span<const int64_t> ticks, Columns& columns) {
  for (size_t use = 0; use < uses(); ++use) {
    if (ticks[use] < last_[use]) {
      columns.Note(
          "a CPU's time in one use, such as iowait, went back by less than a second; it is taken "
          "to stand still");
      continue;
    }
    shown_[use] += ticks[use] - last_[use];
    last_[use] = ticks[use];
  }
}

void CpuTime::Advance(absl::Span<const int64_t> ticks, int64_t elapsed_ns, Columns& columns) {
  if (elapsed_ns < 0) {
    last_.assign(ticks.begin(), ticks.end());
    shown_ = last_;
  } else if (IsBroken(ticks, elapsed_ns)) {
    columns.Note(
        "a CPU's times jumped, as they do when a machine is suspended or migrated; what the CPU "
        "did between the two samples is not known");
    last_.assign(ticks.begin(), ticks.end());
  } else {
    Step(ticks, columns);
  }
  for (size_t use = 0; use < uses(); ++use) columns.Set(columns_[use], shown_[use]);
  columns.Set(total_column_, std::accumulate(shown_.begin(), shown_.end(), int64_t{0}));
}

}  // namespace collect
