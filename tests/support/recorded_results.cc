// What a parser of benchmark output found.
#include "tests/support/recorded_results.h"

#include <gtest/gtest.h>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace collect {

void RecordedResults::Add(absl::string_view name, absl::string_view unit, double value) {
  const std::string key(name);
  EXPECT_FALSE(unit.empty()) << key;
  EXPECT_TRUE(values.emplace(key, value).second) << key << " was given twice";
  units[key] = std::string(unit);
}

void RecordedResults::AddKpi(absl::string_view name, absl::string_view unit, v1::Direction better,
                             double value) {
  EXPECT_NE(better, v1::DIRECTION_UNSPECIFIED) << std::string(name);
  kpis_.insert(absl::StrCat(name, better == v1::HIGHER_IS_BETTER ? " +" : " -"));
  Add(name, unit, value);
}

std::optional<double> RecordedResults::Value(absl::string_view name) const {
  const auto known = values.find(std::string(name));
  if (known == values.end()) return std::nullopt;
  return known->second;
}

bool RecordedResults::HasNote(absl::string_view part) const {
  for (const std::string& note : notes) {
    if (absl::StrContains(note, part)) return true;
  }
  return false;
}

void ExpectCutsAreHonest(RecordedResults::ParseFn parse, absl::string_view output,
                         const std::set<std::string>& sums) {
  const RecordedResults whole(parse, output);
  ASSERT_TRUE(whole.status.ok()) << whole.status;
  for (size_t size = 0; size < output.size(); ++size) {
    const RecordedResults cut(parse, output.substr(0, size));
    EXPECT_FALSE(cut.status.ok() && cut.values.empty()) << "nothing found, nothing said: " << size;
    for (const auto& [name, value] : cut.values) {
      if (sums.count(name) != 0) continue;
      EXPECT_EQ(whole.Value(name), value) << name << " at " << size;
    }
    if (testing::Test::HasFailure()) return;
  }
}

}  // namespace collect
