// Energy counters that start again at 0 after a known range.
#pragma once

#include <cstdint>

namespace collect {

/// Adds up a raw energy counter and the time over which it is known. An interval in which the
/// counter may have gone round more than once (S-028), or has jumped as after a suspend, is left
/// out of both sums, so that their ratio stays true.
class EnergyCounter {
 public:
  /// `range` is the raw value after which the counter starts again at 0; 0: not known, every step
  /// back is left out. `joules` is one count; `most_watts` what the hardware can draw.
  EnergyCounter(uint64_t range, double joules, double most_watts)
      : range_(range), joules_(joules), most_watts_(most_watts) {}

  enum class Step { kFirst, kKnown, kMayHaveWrapped, kJumped };

  /// Takes the counter's value at a moment (monotonic, ns).
  Step Advance(uint64_t raw, int64_t now_ns);

  /// Counts and nanoseconds of all intervals that are known.
  uint64_t counts() const { return counts_; }
  int64_t time_ns() const { return time_ns_; }

 private:
  Step Judge(uint64_t raw, double seconds, uint64_t& growth) const;

  uint64_t range_;
  double joules_;
  double most_watts_;
  bool started_ = false;
  uint64_t last_raw_ = 0;
  int64_t last_ns_ = 0;
  uint64_t counts_ = 0;
  int64_t time_ns_ = 0;
};

}  // namespace collect
