// Terms of a PMU's events, and where sysfs says that their bits lie.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace collect {

/// config, config1, config2 and config3 of perf_event_attr.
using ConfigWords = std::array<uint64_t, 4>;

/// A file of a PMU's format/ (Documentation/ABI/testing/sysfs-bus-event_source-devices-format).
struct TermFormat {
  /// Bits of a word, both ends included.
  struct Range {
    int first = 0;
    int last = 0;
  };
  size_t word = 0;            ///< index into ConfigWords
  std::vector<Range> ranges;  ///< those for the lowest bits of the value first

  /// Number of bits.
  int width() const;
};

/// Reads "config1:0-7,32". InvalidArgument names any other text.
absl::StatusOr<TermFormat> ParseTermFormat(absl::string_view text);

/// Index into ConfigWords of "config" to "config3"; nothing for another name.
std::optional<size_t> ConfigWordOf(absl::string_view name);

/// Puts the value in place of what its bits held. InvalidArgument: it is too large for them.
absl::Status PutTerm(const TermFormat& format, uint64_t value, ConfigWords& words);

/// "umask=0x41", "edge" (which is 1), or "domain=?", which the user has to give.
struct EventTerm {
  std::string name;
  std::optional<uint64_t> value;  ///< nothing for "?"
  bool has_value = false;         ///< there is an equals sign
};

/// Reads terms with commas between them, as a PMU's events/ and the user write them; numbers are
/// decimal or, behind 0x, hexadecimal. InvalidArgument names the term that is neither.
absl::StatusOr<std::vector<EventTerm>> ParseEventTerms(absl::string_view text);

}  // namespace collect
