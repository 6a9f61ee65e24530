// Numbers of variable length, as Protobuf has them: seven bits a byte, the lowest first.
#pragma once

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace collect {

/// Longest encoding of 64 bits.
inline constexpr int kMaxVarintBytes = 10;

/// Small magnitudes of either sign become small numbers: 0, -1, 1, -2... become 0, 1, 2, 3...
inline uint64_t ZigZag(int64_t value) {
  return (static_cast<uint64_t>(value) << 1) ^ static_cast<uint64_t>(value >> 63);
}
inline int64_t UnZigZag(uint64_t value) {
  return static_cast<int64_t>((value >> 1) ^ (uint64_t{0} - (value & 1)));
}

/// Bytes that AppendVarint takes.
inline int VarintSize(uint64_t value) {
  int size = 1;
  for (; value >= 0x80; value >>= 7) ++size;
  return size;
}

inline void AppendVarint(uint64_t value, std::string& out) {
  while (value >= 0x80) {
    out.push_back(static_cast<char>(value | 0x80));
    value >>= 7;
  }
  out.push_back(static_cast<char>(value));
}

/// Takes a number off the front of `bytes`; false if they end within it or it has over 64 bits.
inline bool TakeVarint(absl::string_view& bytes, uint64_t& value) {
  value = 0;
  for (int i = 0; i < kMaxVarintBytes && i < static_cast<int>(bytes.size()); ++i) {
    const uint64_t byte = static_cast<uint8_t>(bytes[i]);
    if (i == kMaxVarintBytes - 1 && byte > 1) return false;
    value |= (byte & 0x7f) << (7 * i);
    if (byte < 0x80) {
      bytes.remove_prefix(i + 1);
      return true;
    }
  }
  return false;
}

}  // namespace collect
