// JSON in the output of a benchmark.
#pragma once

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace collect {

/// The JSON objects in `output`, each from a line that begins with "{" to the line "}" (or to the
/// end of the first line, if that ends in "}"); other lines are passed over. InvalidArgument with
/// `advice` if there is none, or one that is cut or no JSON.
absl::StatusOr<std::vector<nlohmann::json>> JsonDocuments(absl::string_view testcase,
                                                          absl::string_view output,
                                                          absl::string_view advice);

/// The member below `path`, or null: JsonAt(job, {"read", "clat_ns"}).
const nlohmann::json* JsonAt(const nlohmann::json& json, std::initializer_list<const char*> path);

/// The finite number below `path`; nothing if it is absent or no number.
std::optional<double> JsonNumber(const nlohmann::json& json,
                                 std::initializer_list<const char*> path);

}  // namespace collect
