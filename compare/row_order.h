// The order of the robot's tables.
#pragma once

#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "collect/v1/comparison.pb.h"

namespace collect {

/// A row that will be shown, and the change by which it is sorted among its like.
struct ShownRow {
  const v1::Row* row = nullptr;
  double change = 0;
  bool failure = false;  ///< a count of failures or passes, not an amount
};

/// The weight of each first part of a name: how many of the rows have it. 0 for test programs; one
/// whose first row is a failure weighs least.
absl::flat_hash_map<absl::string_view, int> GroupWeights(
    absl::Span<const ShownRow> rows, const absl::flat_hash_set<std::string>& testcases);

/// Sorts by weight of the first part, so that those with few rows come first, then by name;
/// perf-profile rows by their first two parts and then by change. Stable.
void SortByWeight(const absl::flat_hash_map<absl::string_view, int>& weights,
                  std::vector<ShownRow>& rows);

/// The testcases of all groups.
absl::flat_hash_set<std::string> TestcasesOf(const v1::Comparison& comparison);

}  // namespace collect
