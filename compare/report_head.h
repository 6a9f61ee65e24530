// What stands above the table of a report: the axes, and what is compared.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "collect/v1/comparison.pb.h"

namespace collect {

/// The axes of all groups taken together.
struct ReportHead {
  /// Axes with one value in all groups, by name.
  std::vector<std::pair<std::string, std::string>> shared;
  /// The axis by which the groups differ: "commit" if that does, else the first by name; empty when
  /// none does.
  std::string compared;
  /// Its value in each group; the groups' names when no axis differs.
  std::vector<std::string> values;
};

ReportHead MakeReportHead(const v1::Comparison& comparison);

/// A line of '=', the names of the shared axes and their values; nothing without shared axes.
std::string SharedAxesText(const ReportHead& head);

}  // namespace collect
