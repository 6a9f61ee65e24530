// Edit distance, for messages about mistyped names.
#include "tools/nearest_name.h"

#include <algorithm>
#include <vector>

namespace collect {
namespace {

// Levenshtein's distance, row by row.
size_t Distance(absl::string_view a, absl::string_view b) {
  std::vector<size_t> row;
  for (size_t j = 0; j <= b.size(); ++j) row.push_back(j);
  for (size_t i = 0; i < a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i + 1;
    for (size_t j = 0; j < b.size(); ++j) {
      const size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({row[j] + 1, row[j + 1] + 1, replaced});
    }
  }
  return row.back();
}

}  // namespace

absl::string_view NearestName(absl::string_view word, absl::Span<const absl::string_view> names) {
  absl::string_view nearest;
  size_t least = 0;
  for (const absl::string_view name : names) {
    const size_t distance = Distance(word, name);
    if (distance > std::max<size_t>(1, name.size() / 3)) continue;
    if (!nearest.empty() && distance >= least) continue;
    nearest = name;
    least = distance;
  }
  return nearest;
}

}  // namespace collect
