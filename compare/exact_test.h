// Exact tests, which need no assumption about the noise.
#pragma once

#include "absl/types/span.h"

namespace collect {

/// The share of all ways to divide the values into sides of these sizes in which the means differ
/// at least as much. Beyond kMostDivisions ways, of as many ways drawn at random, always the same.
double PermutationP(absl::Span<const double> base, absl::Span<const double> other);
inline constexpr double kMostDivisions = 13000;  // 8 against 8 runs are 12870

/// Fisher's exact test, two-sided: the probability of a division of the failures at least as
/// unlikely as failing `base_failed` of `base_runs` and `other_failed` of `other_runs`.
double FisherP(int base_failed, int base_runs, int other_failed, int other_runs);

}  // namespace collect
