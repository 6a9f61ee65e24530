// Many tests at once: how small a p must be.
#include "compare/adjust.h"

#include <algorithm>
#include <numeric>

namespace collect {

std::vector<double> AdjustFalseDiscoveries(absl::Span<const double> p) {
  std::vector<size_t> order(p.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return p[a] < p[b]; });
  std::vector<double> adjusted(p.size());
  double least = 1;
  for (size_t rank = order.size(); rank > 0; --rank) {
    const size_t index = order[rank - 1];
    const double share = static_cast<double>(p.size()) / static_cast<double>(rank);
    least = std::min(least, p[index] * share);
    adjusted[index] = least;
  }
  return adjusted;
}

double SimesP(std::vector<double> p) {
  std::sort(p.begin(), p.end());
  double least = 1;
  for (size_t rank = 1; rank <= p.size(); ++rank) {
    const double share = static_cast<double>(p.size()) / static_cast<double>(rank);
    least = std::min(least, p[rank - 1] * share);
  }
  return least;
}

}  // namespace collect
