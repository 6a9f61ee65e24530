// A comparison for other programs.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "collect/v1/comparison.pb.h"

namespace collect {

/// The message v1::Comparison as JSON, its fields as proto/collect/v1/comparison.proto has them,
/// rows by name; the same bytes for the same comparison. No NaN, no infinity.
absl::StatusOr<std::string> JsonReport(const v1::Comparison& comparison);

/// One line for each metric and run: metric,unit,group,run,value (S-118).
std::string CsvReport(const v1::Comparison& comparison);

}  // namespace collect
