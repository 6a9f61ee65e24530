// The verdict on the metrics by which a benchmark is judged, in words.
#pragma once

#include <string>

#include "absl/strings/string_view.h"
#include "collect/v1/comparison.pb.h"

namespace collect {

/// What a change means for this metric: "better" or "worse" where it has a direction, else "higher"
/// or "lower" (S-108); "no difference seen", "too few runs to judge", "appeared", "vanished".
absl::string_view VerdictWord(const v1::MetricDescriptor& metric, const v1::Change& change,
                              bool rises);

/// One line for each KPI and group: name, change, its 95 % interval, and the verdict. Empty when
/// there is no KPI.
std::string KpiText(const v1::Comparison& comparison);

}  // namespace collect
