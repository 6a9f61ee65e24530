// Metric names out of the kernel's free texts.
#pragma once

#include <string>

#include "absl/strings/string_view.h"

namespace collect {

/// The words of `text` joined by `separator`. A metric name must survive CSV, JSON, protobuf and a
/// shell's word splitting: blanks become the separator, and bytes that are not printable ASCII
/// become '?'. The verbatim text stays in the run's raw texts.
std::string JoinWords(absl::string_view text, char separator);

}  // namespace collect
