// Metrics that are alike in their noise, and metrics that tell the same story.
#include "compare/metric_family.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "compare/metric_name.h"

namespace collect {
namespace {

constexpr absl::string_view kManyNatures[] = {"perf-stat", "perf-profile", "perf-sched",
                                              "sched_debug"};

// Words before a number that counts like things.
constexpr absl::string_view kCounted[] = {"CPU", "cpu", "cpu.", "node", "node.", "order", "zone"};

// Last parts that say which figure of one thing it is.
constexpr absl::string_view kFigures[] = {
    ".rate",        ".max",      ".min",          ".avg",       ".stddev",
    ".active_objs", ".num_objs", ".active_slabs", ".num_slabs",
};

bool EndsWithCounted(absl::string_view text) {
  return std::any_of(std::begin(kCounted), std::end(kCounted),
                     [&](absl::string_view word) { return absl::EndsWith(text, word); });
}

}  // namespace

absl::string_view ClassOf(absl::string_view name) {
  const absl::string_view first = FirstPart(name);
  if (std::find(std::begin(kManyNatures), std::end(kManyNatures), first) ==
      std::end(kManyNatures)) {
    return first;
  }
  return name.substr(0, name.find('.', first.size() + 1));
}

std::string FamilyOf(absl::string_view name) {
  for (const absl::string_view figure : kFigures) absl::ConsumeSuffix(&name, figure);
  std::string family;
  for (size_t i = 0; i < name.size(); ++i) {
    if (!absl::ascii_isdigit(name[i]) || !EndsWithCounted(family)) {
      family += name[i];
      continue;
    }
    while (i + 1 < name.size() && absl::ascii_isdigit(name[i + 1])) ++i;
    family += '*';
  }
  return family;
}

}  // namespace collect
