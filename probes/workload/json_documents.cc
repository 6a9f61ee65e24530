// Finds JSON among other lines; nothing here throws.
#include "probes/workload/json_documents.h"

#include <cmath>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "probes/kernel/text_scan.h"
#include "probes/workload/output_text.h"

namespace collect {
namespace {

// Takes the text of the next object off the front; empty if there is none.
absl::string_view TakeObject(absl::string_view& text) {
  const char* start = nullptr;
  while (!text.empty()) {
    const absl::string_view line = absl::StripTrailingAsciiWhitespace(TakeLine(text));
    const bool first = start == nullptr && absl::StartsWith(line, "{");
    if (first) start = line.data();
    if (start == nullptr) continue;
    if (line == "}" || (first && absl::EndsWith(line, "}"))) {
      return {start, static_cast<size_t>(line.data() + line.size() - start)};
    }
  }
  if (start == nullptr) return {};
  return {start, static_cast<size_t>(text.data() - start)};
}

}  // namespace

absl::StatusOr<std::vector<nlohmann::json>> JsonDocuments(absl::string_view testcase,
                                                          absl::string_view output,
                                                          absl::string_view advice) {
  std::vector<nlohmann::json> documents;
  for (;;) {
    const absl::string_view object = TakeObject(output);
    if (object.empty()) break;
    nlohmann::json json = nlohmann::json::parse(object.begin(), object.end(), nullptr, false);
    if (json.is_discarded()) {
      return absl::InvalidArgumentError(
          absl::StrCat(testcase, ": the JSON is cut off or broken: it begins with \"",
                       object.substr(0, object.find('\n')), "\""));
    }
    documents.push_back(std::move(json));
  }
  if (documents.empty()) return NoResult(testcase, "JSON", advice);
  return documents;
}

const nlohmann::json* JsonAt(const nlohmann::json& json, std::initializer_list<const char*> path) {
  const nlohmann::json* at = &json;
  for (const char* key : path) {
    if (!at->is_object()) return nullptr;
    const auto member = at->find(key);
    if (member == at->end()) return nullptr;
    at = &*member;
  }
  return at;
}

std::optional<double> JsonNumber(const nlohmann::json& json,
                                 std::initializer_list<const char*> path) {
  const nlohmann::json* number = JsonAt(json, path);
  if (number == nullptr || !number->is_number()) return std::nullopt;
  const double value = number->get<double>();
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

}  // namespace collect
