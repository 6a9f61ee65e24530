// A metric's own past as the measure of its noise.
#pragma once

#include <optional>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/types/span.h"
#include "compare/log_sample.h"

namespace collect {

/// The noise of one metric in earlier runs of the same test on the same machine.
struct OwnHistory {
  double variance = 0;     ///< of y within a commit, pooled over commits
  double degrees = 0;      ///< its degrees of freedom
  bool two_modes = false;  ///< the values gather around two levels
};

/// Histories by the metric's name.
using Histories = absl::flat_hash_map<std::string, OwnHistory>;

/// The history in runs of several commits, in the order of time: `commits` holds the values of one
/// metric for each commit. Nothing when there are too few to use.
std::optional<OwnHistory> MakeOwnHistory(absl::Span<const absl::Span<const double>> commits);

/// The variance to use for a sample with a history: both pooled, unless the sample is noisier than
/// its history can explain. Only upwards, on purpose: three runs in one mode against three in
/// another look free of noise by themselves.
struct PooledVariance {
  double variance = 0;
  double degrees = 0;
};
std::optional<PooledVariance> PoolWithHistory(const LogSample& sample, const OwnHistory& history);

}  // namespace collect
