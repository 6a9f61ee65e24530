// The text of --events, taken apart.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace collect {

/// Events that shall be counted together, as they were written. An event outside of braces is a
/// group of its own.
struct EventTextGroup {
  std::vector<std::string> events;
  std::string modifiers;  ///< behind the closing brace: "u" of {a,b}:u
};

/// Takes "a,b,{c,d}:u,PMU/x=1,y=2/u" apart as perf-stat(1) does: commas between slashes belong to
/// the event. Blanks around events are passed over. InvalidArgument says at which character
/// (counted from 1) something else was expected.
absl::StatusOr<std::vector<EventTextGroup>> ParseEventList(absl::string_view text);

}  // namespace collect
