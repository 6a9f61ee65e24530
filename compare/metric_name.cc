// What a metric's name tells about how it is shown.
#include "compare/metric_name.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"

namespace collect {

absl::string_view FirstPart(absl::string_view name) { return name.substr(0, name.find('.')); }

bool IsShare(absl::string_view name) {
  return absl::EndsWith(name, "%") || absl::StartsWith(name, "perf-profile");
}

bool IsTimeStamp(absl::string_view name) {
  return absl::StrContains(name, ".timestamp:") || absl::StrContains(name, ".bootstage:");
}

std::string Printable(absl::string_view name) {
  const bool is_plain = std::none_of(name.begin(), name.end(), [](char c) {
    return absl::ascii_iscntrl(static_cast<unsigned char>(c));
  });
  return is_plain ? std::string(name) : absl::Utf8SafeCEscape(name);
}

}  // namespace collect
