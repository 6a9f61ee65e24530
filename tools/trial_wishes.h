// What `collect trial` is asked for.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "compare/least_effect.h"
#include "probes/host/host.h"
#include "tools/options.h"
#include "tools/trial.h"
#include "tools/trial_resume.h"

namespace collect {

inline constexpr absl::string_view kTrialProgram = "collect trial";

/// What the words say.
struct TrialWishes {
  TrialOptions trial;
  std::vector<NamedSide> sides;
  std::string switch_line;
  std::string report;  ///< file; empty: stdout
  uint32_t runs = 4;
  uint32_t most = 0;  ///< 0: 4 times `runs`
  uint32_t seed = 0;  ///< 0: drawn
  double least_percent = kLeastKpiChange * 100;
  bool until_sure = false;
  bool resume = false;
  TrialProgress progress;  ///< with `resume`
};

/// Its options, which are set in `wishes`.
Syntax TrialSyntax(TrialWishes* wishes);

/// Completes what the options leave open: the sides of this command, seed, label, how far a trial
/// came that is resumed. InvalidArgument, or what FindProgress says, when nothing can be run.
absl::Status CompleteWishes(Host& host, const std::vector<std::string>& command,
                            TrialWishes& wishes);

}  // namespace collect
