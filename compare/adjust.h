// Many tests at once: how small a p must be.
#pragma once

#include <vector>

#include "absl/types/span.h"

namespace collect {

/// Benjamini and Hochberg's adjusted p values, in the order of the input: those at most q keep the
/// share of false ones among them at q.
std::vector<double> AdjustFalseDiscoveries(absl::Span<const double> p);

/// Simes' p of a family: small when at least one of its members is not due to chance.
double SimesP(std::vector<double> p);

}  // namespace collect
