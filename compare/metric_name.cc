// What a metric's name tells about how it is shown.
#include "compare/metric_name.h"

#include "absl/strings/match.h"

namespace collect {

absl::string_view FirstPart(absl::string_view name) { return name.substr(0, name.find('.')); }

bool IsShare(absl::string_view name) {
  return absl::EndsWith(name, "%") || absl::StartsWith(name, "perf-profile");
}

bool IsTimeStamp(absl::string_view name) {
  return absl::StrContains(name, ".timestamp:") || absl::StrContains(name, ".bootstage:");
}

}  // namespace collect
