// Which of several names a mistyped one was meant to be.
#pragma once

#include <cstddef>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace collect {

/// How many letters must be inserted, dropped or replaced to make one word the other.
size_t EditDistance(absl::string_view from, absl::string_view to);

/// The name that is at most a third of its letters (rounded, at least one) away from `word`, the
/// nearest if there are several; empty if there is none.
absl::string_view NearestName(absl::string_view word, absl::Span<const absl::string_view> names);

}  // namespace collect
