// Changes that go with the length of the runs.
#pragma once

#include "collect/v1/comparison.pb.h"

namespace collect {

/// Tells amounts that grew because the runs took longer from those that grew by themselves: of the
/// former nothing is left when they are taken per second. Which is cause and which effect it does
/// not say.
class RunLength {
 public:
  /// Takes the times from the row "TESTCASE.time.elapsed_time". `comparison` outlives this.
  explicit RunLength(const v1::Comparison& comparison);

  /// The row of the elapsed time if that has changed; null where it has not, or is not known.
  const v1::Row* elapsed() const { return elapsed_; }

  /// Whether `row`, an amount over the run, has changed and its rates per second have not, judged
  /// by themselves at the 5 % level. Never so of the elapsed time itself.
  bool Explains(const v1::Row& row) const;

 private:
  const v1::Row* elapsed_ = nullptr;
};

}  // namespace collect
