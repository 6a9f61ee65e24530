// Rows that tell the same story, folded to one line.
#pragma once

#include <string>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/types/span.h"
#include "collect/v1/comparison.pb.h"
#include "compare/row_order.h"

namespace collect {

/// Rows of one family ("interrupts.CPU*.LOC:Local_timer_interrupts"), of which one is shown.
struct RowFold {
  const v1::Row* shown = nullptr;  ///< the one that changed most
  std::string family;
  std::vector<const v1::Row*> others;
};

/// Folds rows of one family, each fold in the place of its first row. What a test program says of
/// itself is never folded.
std::vector<RowFold> FoldFamilies(absl::Span<const ShownRow> rows,
                                  const absl::flat_hash_set<std::string>& testcases);

/// "  [and 15 more of interrupts.CPU*.LOC, +54.9% .. +56.5%]"; empty for a row that stands alone.
/// The range, of all rows, is left out where there are more than two groups.
std::string FoldText(const RowFold& fold);

}  // namespace collect
