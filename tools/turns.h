// In which order the sides of a trial are run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace collect {

/// The sides 0 to `sides` - 1 in the order of round `round`, from 0. Two rounds are a block: the
/// first has an order drawn from `seed`, and the second goes backwards (A B B A), so that whatever
/// drifts evenly weighs the same on every side of a block. Each block is drawn anew, so that
/// nothing that comes back at intervals meets the same side every time. The same on every machine.
std::vector<size_t> OrderOfRound(size_t sides, uint64_t seed, uint32_t round);

}  // namespace collect
