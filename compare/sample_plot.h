// Every run's value of one metric, plotted in text.
#pragma once

#include <string>

#include "collect/v1/comparison.pb.h"

namespace collect {

/// A frame with one mark for each run, group after group: "*" the base's, "O" those of the others,
/// as in the mails of the kernel test robot. Its lowest and highest line are the least and the
/// largest value. Empty without a finite value.
std::string SamplePlot(const v1::Comparison& comparison, const v1::Row& row);

}  // namespace collect
