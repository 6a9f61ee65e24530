// What makes groups of runs incomparable.
#pragma once

#include <string>
#include <vector>

#include "absl/types/span.h"
#include "compare/groups.h"

namespace collect {

/// Warnings about everything but the compared change that differs between the groups: testcase,
/// parameters, machine, kernel, settings (S-113), probes that worked in one group only (S-107), and
/// the order in which the runs were made (S-112). What is not known of a run counts as unknown,
/// never as equal.
std::vector<std::string> ComparabilityWarnings(absl::Span<const RunGroup> groups);

}  // namespace collect
