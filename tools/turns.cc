// In which order the sides of a trial are run.
#include "tools/turns.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <utility>

namespace collect {

std::vector<size_t> OrderOfRound(size_t sides, uint64_t seed, uint32_t round) {
  std::vector<size_t> order(sides);
  std::iota(order.begin(), order.end(), size_t{0});
  const uint32_t block = round / 2;
  std::seed_seq words = {static_cast<uint32_t>(seed), static_cast<uint32_t>(seed >> 32), block};
  // Its numbers are laid down by the standard; those of std::shuffle are not.
  std::mt19937_64 random(words);
  for (size_t left = sides; left > 1; --left) std::swap(order[left - 1], order[random() % left]);
  if (round % 2 == 1) std::reverse(order.begin(), order.end());
  return order;
}

}  // namespace collect
