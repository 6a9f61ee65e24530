// A comparison as the kernel test robot (intel/lkp-tests) prints it, byte for byte.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "collect/v1/comparison.pb.h"

namespace collect {

/// The robot's table with the robot's arithmetic, also where that is wrong: missing runs count as
/// 0, the standard deviation is that of a population, numbers are cut and not rounded. The
/// comparison's own verdicts are not looked at. InvalidArgument unless `all`: which rows the robot
/// leaves out by default follows from lists that belong to it.
absl::StatusOr<std::string> LkpReport(const v1::Comparison& comparison, bool all);

}  // namespace collect
