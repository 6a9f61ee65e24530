// What a counter of the kernel has grown by.
#pragma once

#include <cstdint>

namespace collect {

/// Growth of a 32-bit counter. Going back is a wrap (S-012) if that means a step of less than a
/// quarter of the range, else the counter was set back, and a sum with it.
inline int64_t Growth32(uint32_t before, uint32_t now) {
  const uint32_t step = now - before;
  if (now >= before || step < (uint32_t{1} << 30)) return step;
  return static_cast<int64_t>(now) - static_cast<int64_t>(before);
}

}  // namespace collect
