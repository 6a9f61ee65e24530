// Counts allocations, for tests of the steady state.
#pragma once

#include <cstdint>

namespace collect {

/// How often `operator new` has been called in this program so far.
uint64_t AllocationCount();

}  // namespace collect
