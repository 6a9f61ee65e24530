// The parts of a Change that are the same for every method.
#include "compare/change.h"

#include <algorithm>
#include <cmath>

#include "compare/metric_name.h"

namespace collect {
namespace {

bool AllEqual(const v1::GroupValues& base, const v1::GroupValues& other) {
  const double first = base.values(0);
  const auto equal = [first](double value) { return value == first; };
  return std::all_of(base.values().begin(), base.values().end(), equal) &&
         std::all_of(other.values().begin(), other.values().end(), equal);
}

}  // namespace

double ChangeFactor(const v1::Row& row, const v1::Change& change) {
  return change.absolute() ? 1 : 100 / row.values(0).mean();
}

bool BeginChange(const v1::Row& row, int other, v1::Change& change) {
  const v1::GroupValues& base = row.values(0);
  const v1::GroupValues& values = row.values(other);
  if (!row.note().empty()) return false;
  if (!base.has_mean() || !values.has_mean()) {
    change.set_verdict(values.has_mean() ? v1::Change::APPEARED
                                         : (base.has_mean() ? v1::Change::VANISHED
                                                            : v1::Change::VERDICT_UNSPECIFIED));
    return false;
  }
  change.set_absolute(IsShare(row.metric().name()) || base.mean() < 0 || values.mean() < 0);
  const double shown = (values.mean() - base.mean()) * ChangeFactor(row, change);
  if (std::isfinite(shown)) change.set_change(shown);
  if (values.mean() == base.mean()) change.set_change(0);
  if (base.values_size() < 2 || values.values_size() < 2) {
    change.set_verdict(v1::Change::UNKNOWN);
    return false;
  }
  if (AllEqual(base, values)) {
    change.set_verdict(v1::Change::NO_CHANGE);
    return false;
  }
  return true;
}

}  // namespace collect
