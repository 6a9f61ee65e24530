// Going on with a trial that was cut off.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "tools/trial_sides.h"

namespace collect {

/// How far a trial came.
struct TrialProgress {
  uint64_t seed = 0;
  uint32_t rounds = 0;  ///< that are whole
  uint32_t turns = 0;   ///< the last that was begun
  std::vector<std::vector<std::string>>
      paths;  ///< of each side: the runs of whole rounds, in order
  std::vector<std::vector<std::string>> broken;  ///< of each side: the others
};

/// What the runs in `store` labelled LABEL.SIDE tell of the trial `label`. NotFound: there is no
/// such run. FailedPrecondition: they are not of one trial with these sides and commands.
absl::StatusOr<TrialProgress> FindProgress(absl::string_view program, const std::string& store,
                                           const std::string& label,
                                           absl::Span<const TrialSide> sides);

}  // namespace collect
