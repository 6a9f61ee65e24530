// Edit distance, for messages about mistyped names.
#include "archive/nearest_name.h"

#include <algorithm>
#include <vector>

namespace collect {

size_t EditDistance(absl::string_view from, absl::string_view to) {
  std::vector<size_t> row;
  for (size_t j = 0; j <= to.size(); ++j) row.push_back(j);
  for (size_t i = 0; i < from.size(); ++i) {
    size_t diagonal = i;
    row.front() = i + 1;
    for (size_t j = 0; j < to.size(); ++j) {
      const size_t replace = diagonal + (from[i] == to[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replace, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

absl::string_view NearestName(absl::string_view word, absl::Span<const absl::string_view> names) {
  absl::string_view nearest;
  size_t least = 0;
  for (const absl::string_view name : names) {
    const size_t distance = EditDistance(word, name);
    if (distance > std::max<size_t>(1, (name.size() + 1) / 3)) continue;
    if (!nearest.empty() && distance >= least) continue;
    nearest = name;
    least = distance;
  }
  return nearest;
}

}  // namespace collect
