// What a parser of benchmark output found, for tests.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "probes/workload/workload.h"

namespace collect {

/// Runs a parser and keeps what it says. A name given twice fails the test.
class RecordedResults : public Results {
 public:
  using ParseFn = absl::Status (*)(absl::string_view output, Results& results);

  RecordedResults(ParseFn parse, absl::string_view output) { status = parse(output, *this); }

  void Add(absl::string_view name, absl::string_view unit, double value) override;
  void AddKpi(absl::string_view name, absl::string_view unit, v1::Direction better,
              double value) override;
  void Note(absl::string_view sentence) override { notes.emplace_back(sentence); }

  std::optional<double> Value(absl::string_view name) const;
  /// "NAME +" for a KPI of which more is better, "NAME -" for one of which less is.
  std::set<std::string> Kpis() const { return kpis_; }
  bool HasNote(absl::string_view part) const;

  absl::Status status;
  std::map<std::string, double> values;
  std::map<std::string, std::string> units;
  std::vector<std::string> notes;

 private:
  std::set<std::string> kpis_;
};

/// Every prefix of `output` gives only values that the whole gives, or says what is missing. Names
/// in `sums` add up what was printed so far and may be smaller in a prefix.
void ExpectCutsAreHonest(RecordedResults::ParseFn parse, absl::string_view output,
                         const std::set<std::string>& sums = {});

}  // namespace collect
