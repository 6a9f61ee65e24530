// What stands above the table of a report: the axes, and what is compared.
#include "compare/report_head.h"

#include <map>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace collect {
namespace {

// The width of the robot's line.
constexpr size_t kRuleWidth = 89;

// Whether all groups have the axis, and whether its value is the same in all of them.
struct Presence {
  bool everywhere = true;
  bool same = true;
};

Presence PresenceOf(const v1::Comparison& comparison, const std::string& name,
                    const std::string& value) {
  Presence presence;
  for (const v1::Group& group : comparison.groups()) {
    auto axis = group.axes().find(name);
    presence.everywhere &= axis != group.axes().end();
    presence.same &= presence.everywhere && axis->second == value;
  }
  return presence;
}

}  // namespace

ReportHead MakeReportHead(const v1::Comparison& comparison) {
  ReportHead head;
  const auto& base_axes = comparison.groups(0).axes();
  const std::map<std::string, std::string> sorted(base_axes.begin(), base_axes.end());
  for (const auto& [name, value] : sorted) {
    const Presence presence = PresenceOf(comparison, name, value);
    if (presence.same) {
      head.shared.emplace_back(name, value);
    } else if (presence.everywhere && (head.compared.empty() || name == "commit")) {
      head.compared = name;
    }
  }
  for (const v1::Group& group : comparison.groups()) {
    head.values.push_back(head.compared.empty() ? group.name() : group.axes().at(head.compared));
  }
  return head;
}

std::string SharedAxesText(const ReportHead& head) {
  if (head.shared.empty()) return "";
  std::vector<std::string> names;
  std::vector<std::string> values;
  for (const auto& [name, value] : head.shared) {
    names.push_back(name);
    values.push_back(value);
  }
  return absl::StrCat(std::string(kRuleWidth, '='), "\n", absl::StrJoin(names, "/"), ":\n  ",
                      absl::StrJoin(values, "/"), "\n\n");
}

}  // namespace collect
