// Judges all metrics of a comparison together.
#pragma once

#include <string>
#include <utility>

#include "compare/method.h"
#include "compare/own_history.h"

namespace collect {

/// A moderated test of each metric on the logarithmic scale (see Evidence), and control of the
/// share of false discoveries over them. KPIs are a family of their own, held to 5 % false ones;
/// the others are judged by families of rows that tell the same story ("interrupts.CPU*.LOC"):
/// families by Simes' test at 5 %, and rows within those that pass.
///
/// CHANGED also needs an effect of 2 % (KPIs: 1 %) and two whole counts. A KPI that is not CHANGED
/// is NO_CHANGE only if its interval lies within 1 %, else UNKNOWN with the number of further runs
/// that would tell. WEAK: not sure enough to be counted, and probably there.
///
/// Assumes that runs are independent and made in turns; what is constant in all runs is not judged
/// and does not count among the tests.
class ModeratedMethod : public Method {
 public:
  /// `histories`: the metrics' own pasts, used for KPIs, times, and metrics with two modes.
  explicit ModeratedMethod(Histories histories = {}) : histories_(std::move(histories)) {}

  std::string name() const override { return "moderated/1"; }
  void Judge(v1::Comparison& comparison) const override;

 private:
  Histories histories_;
};

}  // namespace collect
