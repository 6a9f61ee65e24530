// What the runs of a trial say: while it goes on, and in the end.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "collect/v1/comparison.pb.h"
#include "compare/sequential.h"

namespace collect {

/// The runs of each side, by name; the first is the base.
struct SidePaths {
  std::string name;
  std::vector<std::string> paths;
};

/// The comparison that `collect compare` would make of these runs.
absl::StatusOr<v1::Comparison> CompareSides(absl::string_view program,
                                            absl::Span<const SidePaths> sides);

/// Looks at the KPIs from time to time, and keeps the error budget and what is decided.
class Looks {
 public:
  /// With at most `most_runs` runs a side; changes below `least_change`, a share, do not matter.
  Looks(uint32_t most_runs, double least_change)
      : most_runs_(most_runs), least_change_(least_change) {}

  /// A trial is gone on with that was cut off with so many runs a side: the budget up to there is
  /// taken as spent, as nobody knows who has looked.
  void Resume(uint32_t runs) { looked_at_ = runs; }

  /// Looks at the runs there are, `runs` on each side. A KPI that was decided stays so, with the
  /// interval of the look that decided it. Without new runs there is no new look.
  /// FailedPrecondition: there is nothing to judge by.
  absl::Status Take(absl::string_view program, absl::Span<const SidePaths> sides, uint32_t runs);

  /// Nothing is left to be decided.
  bool all_decided() const;

  /// The line for a person who waits.
  std::string line() const { return LookText(kpis_); }

  /// One line for each KPI: how it was decided and when, or that it was not.
  std::string Summary() const;

 private:
  uint32_t most_runs_;
  double least_change_;
  uint32_t looked_at_ = 0;  // runs a side at the last look
  uint32_t looks_ = 0;
  std::vector<KpiLook> kpis_;
};

}  // namespace collect
