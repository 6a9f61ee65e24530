// The text of intel/lkp-tests' stats.json and matrix.json.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "collect/v1/metric.pb.h"

namespace collect {

/// The records of one run from its stats.json, an object of numbers, in the order of the file.
/// What is no number is passed over, as the robot does. A name that stands twice counts once.
/// InvalidArgument names `path` and what is wrong.
absl::StatusOr<std::vector<v1::MetricRecord>> ParseLkpStats(absl::string_view text,
                                                            absl::string_view path);

/// The records of each run of a matrix.json, an object of arrays over the runs. A short array has
/// no values for the last runs; there are as many runs as the row stats_source has elements, or the
/// longest row if there is none.
absl::StatusOr<std::vector<std::vector<v1::MetricRecord>>> ParseLkpMatrix(absl::string_view text,
                                                                          absl::string_view path);

}  // namespace collect
