// Rows that tell the same story, folded to one line.
#include "compare/row_folds.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "compare/metric_family.h"
#include "compare/metric_name.h"
#include "compare/number_text.h"

namespace collect {
namespace {

double ChangeOf(const v1::Row& row) { return row.changes_size() > 0 ? row.changes(0).change() : 0; }

bool HasPerCent(const v1::Row& row) {
  return row.changes_size() == 1 && row.changes(0).has_change() && !row.changes(0).absolute();
}

void Add(const v1::Row& row, RowFold& fold) {
  if (std::abs(ChangeOf(row)) > std::abs(ChangeOf(*fold.shown))) {
    fold.others.push_back(std::exchange(fold.shown, &row));
  } else {
    fold.others.push_back(&row);
  }
}

std::string RangeText(const RowFold& fold) {
  const v1::Row* least = fold.shown;
  const v1::Row* most = fold.shown;
  for (const v1::Row* row : fold.others) {
    if (ChangeOf(*row) < ChangeOf(*least)) least = row;
    if (ChangeOf(*row) > ChangeOf(*most)) most = row;
  }
  const bool comparable =
      HasPerCent(*fold.shown) && std::all_of(fold.others.begin(), fold.others.end(),
                                             [](const v1::Row* row) { return HasPerCent(*row); });
  if (!comparable) return "";
  return absl::StrCat(", ", ChangeText(*least, 1), " .. ", ChangeText(*most, 1));
}

}  // namespace

std::vector<RowFold> FoldFamilies(absl::Span<const ShownRow> rows,
                                  const absl::flat_hash_set<std::string>& testcases) {
  std::vector<RowFold> folds;
  absl::flat_hash_map<std::string, size_t> places;
  for (const ShownRow& shown : rows) {
    const std::string& name = shown.row->metric().name();
    const bool alone = shown.row->metric().kpi() || testcases.contains(FirstPart(name));
    std::string family = alone ? name : FamilyOf(name);
    const auto [place, is_new] = places.try_emplace(family, folds.size());
    if (is_new) {
      folds.push_back({shown.row, std::move(family), {}});
    } else {
      Add(*shown.row, folds[place->second]);
    }
  }
  return folds;
}

std::string FoldText(const RowFold& fold) {
  if (fold.others.empty()) return "";
  return absl::StrCat("  [and ", fold.others.size(), " more of ", Printable(fold.family),
                      RangeText(fold), "]");
}

}  // namespace collect
