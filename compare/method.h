// The replaceable part of a comparison: how two sets of run values are judged.
#pragma once

#include <string>

#include "absl/types/span.h"
#include "collect/v1/comparison.pb.h"

namespace collect {

/// Decides what can be said about the differences between groups. It sees all rows at once, as a
/// method that controls the rate of false discoveries must. Assumptions are stated by each method;
/// what a reader should know goes into the comparison's warnings.
class Method {
 public:
  virtual ~Method() = default;
  /// Name and version, "welch/1".
  virtual std::string name() const = 0;
  /// Fills in `changes` of every row from its values, and appends to `warnings`.
  virtual void Judge(v1::Comparison& comparison) const = 0;
};

}  // namespace collect
