// Paths to numbers in JSON: jobs[0].read.clat_ns.percentile["99.000000"], runs[*].time.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace collect {

/// One step down: to a member of an object, or to one element or each of an array.
struct JsonStep {
  std::optional<std::string> key;  ///< set: a member
  std::optional<size_t> index;     ///< set: an element; neither set: each element
};

/// A path from the outermost object. "KEY.KEY", "[N]", "[*]", and "[\"KEY\"]" for a key that holds
/// a dot or a bracket; a leading "$." is allowed. InvalidArgument names the part that is wrong.
absl::StatusOr<std::vector<JsonStep>> ParseJsonPath(absl::string_view text);

/// The finite numbers at the end of the path, in order; none if it leads nowhere.
std::vector<double> NumbersAt(const nlohmann::json& json, const std::vector<JsonStep>& path);

}  // namespace collect
