// The order of the robot's tables.
#include "compare/row_order.h"

#include <algorithm>
#include <tuple>

#include "absl/strings/match.h"
#include "compare/metric_name.h"

namespace collect {
namespace {

// The robot's own number: no test has that many rows.
constexpr int kFailureWeight = -10000;

struct Key {
  int weight;
  absl::string_view name;
  double change;

  bool operator<(const Key& other) const {
    return std::tie(weight, name, change) < std::tie(other.weight, other.name, other.change);
  }
};

// "perf-profile.children" of "perf-profile.children.cycles-pp.do_idle".
absl::string_view SortName(absl::string_view name) {
  if (!absl::StartsWith(name, "perf-profile.")) return name;
  return name.substr(0, name.find('.', name.find('.') + 1));
}

}  // namespace

absl::flat_hash_map<absl::string_view, int> GroupWeights(
    absl::Span<const ShownRow> rows, const absl::flat_hash_set<std::string>& testcases) {
  absl::flat_hash_map<absl::string_view, int> weights;
  for (const ShownRow& shown : rows) {
    const absl::string_view first = FirstPart(shown.row->metric().name());
    const auto entry = weights.try_emplace(first, shown.failure ? kFailureWeight : 0).first;
    if (shown.failure || !testcases.contains(first)) ++entry->second;
  }
  return weights;
}

void SortByWeight(const absl::flat_hash_map<absl::string_view, int>& weights,
                  std::vector<ShownRow>& rows) {
  std::vector<std::pair<Key, ShownRow>> keyed;
  keyed.reserve(rows.size());
  for (const ShownRow& shown : rows) {
    const absl::string_view name = shown.row->metric().name();
    const bool by_change = absl::StartsWith(name, "perf-profile.");
    keyed.emplace_back(
        Key{weights.at(FirstPart(name)), SortName(name), by_change ? shown.change : 0}, shown);
  }
  std::stable_sort(keyed.begin(), keyed.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  for (size_t i = 0; i < rows.size(); ++i) rows[i] = keyed[i].second;
}

absl::flat_hash_set<std::string> TestcasesOf(const v1::Comparison& comparison) {
  absl::flat_hash_set<std::string> testcases;
  for (const v1::Group& group : comparison.groups()) {
    auto testcase = group.axes().find("testcase");
    if (testcase != group.axes().end()) testcases.insert(testcase->second);
  }
  return testcases;
}

}  // namespace collect
