// Whether a comparison is good enough to pass: the question of a gate in continuous integration.
#pragma once

#include <string>
#include <vector>

#include "collect/v1/comparison.pb.h"

namespace collect {

/// The KPIs that keep a comparison from passing, each with the group it was seen in, as "NAME in
/// GROUP", by name. A comparison passes if both lists are empty.
struct RegressionCheck {
  std::vector<std::string> worse;
  /// Not known to be as good as before: too few runs, weak, missing on a side, not judged, or
  /// changed without a known better direction. One entry says so where there is no KPI at all.
  std::vector<std::string> unknown;
};

RegressionCheck CheckRegression(const v1::Comparison& comparison);

}  // namespace collect
