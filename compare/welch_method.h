// Judges each metric by itself, by Welch's t test.
#pragma once

#include <string>

#include "compare/method.h"

namespace collect {

/// Welch's t interval of the difference of means at 95 %, and p by Student's t. Assumes that the
/// runs of a side are independent and roughly normal. Each metric is judged at the 5 % level by
/// itself, so that among many metrics some change by chance alone; a warning says how many.
class WelchMethod : public Method {
 public:
  std::string name() const override { return "welch/1"; }
  void Judge(v1::Comparison& comparison) const override;
};

}  // namespace collect
