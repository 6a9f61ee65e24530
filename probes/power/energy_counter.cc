// Steps of an energy counter.
#include "probes/power/energy_counter.h"

namespace collect {

EnergyCounter::Step EnergyCounter::Advance(uint64_t raw, int64_t now_ns) {
  uint64_t growth = 0;
  const int64_t elapsed_ns = now_ns - last_ns_;
  const Step step =
      started_ ? Judge(raw, static_cast<double>(elapsed_ns) * 1e-9, growth) : Step::kFirst;
  if (step == Step::kKnown) {
    counts_ += growth;
    time_ns_ += elapsed_ns;
  }
  started_ = true;
  last_raw_ = raw;
  last_ns_ = now_ns;
  return step;
}

EnergyCounter::Step EnergyCounter::Judge(uint64_t raw, double seconds, uint64_t& growth) const {
  const double most_joules = most_watts_ * seconds;
  if (range_ != 0 && most_joules >= static_cast<double>(range_) * joules_) {
    return Step::kMayHaveWrapped;
  }
  const bool back = raw < last_raw_;
  if (back && (range_ == 0 || last_raw_ > range_)) return Step::kJumped;
  growth = back ? range_ - last_raw_ + raw : raw - last_raw_;
  return static_cast<double>(growth) * joules_ > most_joules ? Step::kJumped : Step::kKnown;
}

}  // namespace collect
