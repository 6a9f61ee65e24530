// Parses a path step by step and follows it level by level.
#include "probes/workload/json_path.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace collect {
namespace {

absl::Status Wrong(absl::string_view rest, absl::string_view expected) {
  return absl::InvalidArgumentError(
      absl::StrCat("expected ", expected, " at \"", rest, "\" of the json path"));
}

// What stands in the brackets at the front: a number, "*" or a quoted key.
absl::StatusOr<JsonStep> TakeBrackets(absl::string_view& text) {
  const absl::string_view at = text;
  JsonStep step;
  text.remove_prefix(1);
  if (absl::ConsumePrefix(&text, "\"")) {
    const size_t end = text.find("\"]");
    if (end == absl::string_view::npos) return Wrong(at, "[\"KEY\"]");
    step.key = std::string(text.substr(0, end));
    text.remove_prefix(end + 2);
    return step;
  }
  const size_t end = text.find(']');
  if (end == absl::string_view::npos) return Wrong(at, "[NUMBER], [*] or [\"KEY\"]");
  const absl::string_view inside = text.substr(0, end);
  uint64_t index = 0;
  if (inside != "*" && !absl::SimpleAtoi(inside, &index)) {
    return Wrong(at, "[NUMBER], [*] or [\"KEY\"]");
  }
  if (inside != "*") step.index = index;
  text.remove_prefix(end + 1);
  return step;
}

using Level = std::vector<const nlohmann::json*>;

// Where `step` leads from `json`.
void Follow(const nlohmann::json& json, const JsonStep& step, Level& next) {
  if (step.key.has_value()) {
    if (!json.is_object()) return;
    const auto member = json.find(*step.key);
    if (member != json.end()) next.push_back(&*member);
  } else if (json.is_array()) {
    for (size_t i = 0; i < json.size(); ++i) {
      if (!step.index.has_value() || *step.index == i) next.push_back(&json[i]);
    }
  }
}

}  // namespace

absl::StatusOr<std::vector<JsonStep>> ParseJsonPath(absl::string_view text) {
  std::vector<JsonStep> path;
  absl::ConsumePrefix(&text, "$");
  absl::ConsumePrefix(&text, ".");
  while (!text.empty()) {
    if (text.front() == '[') {
      absl::StatusOr<JsonStep> step = TakeBrackets(text);
      if (!step.ok()) return step.status();
      path.push_back(*std::move(step));
    } else {
      const size_t end = text.find_first_of(".[");
      if (end == 0) return Wrong(text, "a KEY");
      path.push_back({std::string(text.substr(0, end)), std::nullopt});
      text.remove_prefix(std::min(end, text.size()));
    }
    if (absl::ConsumePrefix(&text, ".") && text.empty()) return Wrong(text, "a KEY behind the dot");
  }
  if (path.empty()) return Wrong(text, "a KEY");
  return path;
}

std::vector<double> NumbersAt(const nlohmann::json& json, const std::vector<JsonStep>& path) {
  Level level = {&json};
  for (const JsonStep& step : path) {
    Level next;
    for (const nlohmann::json* at : level) Follow(*at, step, next);
    level = std::move(next);
  }
  std::vector<double> numbers;
  for (const nlohmann::json* at : level) {
    if (at->is_number() && std::isfinite(at->get<double>())) numbers.push_back(at->get<double>());
  }
  return numbers;
}

}  // namespace collect
