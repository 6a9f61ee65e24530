// The parts of a Change that are the same for every method.
#pragma once

#include "collect/v1/comparison.pb.h"

namespace collect {

/// Fills in `change` and `absolute`, and the verdict where it needs no statistics: APPEARED and
/// VANISHED, NO_CHANGE where all values are equal, UNKNOWN with fewer than two runs on a side.
/// Returns whether a method has to decide. Shares change in points, and so do metrics with a base
/// below 0; a base of 0 has no change in per cent (S-098, S-100, S-102, S-105).
bool BeginChange(const v1::Row& row, int other, v1::Change& change);

/// What turns a difference of means into the unit of the change: 1 for an absolute one, else
/// 100 / base mean, which is not finite for a base of 0.
double ChangeFactor(const v1::Row& row, const v1::Change& change);

}  // namespace collect
