// Which of several names a mistyped one was meant to be.
#pragma once

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace collect {

/// The name that is at most a third of its letters (at least one) away from `word` by inserting,
/// dropping or replacing letters, the nearest if there are several; empty if there is none.
absl::string_view NearestName(absl::string_view word, absl::Span<const absl::string_view> names);

}  // namespace collect
