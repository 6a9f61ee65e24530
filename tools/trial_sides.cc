// From options to the sides of a trial.
#include "tools/trial_sides.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"

namespace collect {
namespace {

using Axes = std::map<std::string, std::string>;

std::string Place(const std::string& axis) { return absl::StrCat("{", axis, "}"); }

// Nothing where `text` is not AXIS=VALUE,AXIS=VALUE...
Axes AxesIn(absl::string_view text) {
  Axes axes;
  for (const absl::string_view part : absl::StrSplit(text, ',')) {
    const std::pair<absl::string_view, absl::string_view> pair =
        absl::StrSplit(part, absl::MaxSplits('=', 1));
    if (pair.first.empty() || pair.second.empty()) return {};
    axes.emplace(pair.first, pair.second);
  }
  return axes;
}

bool HasPlaceFor(const Axes& axes, const std::string& switch_line,
                 const std::vector<std::string>& command) {
  return std::any_of(axes.begin(), axes.end(), [&](const auto& axis) {
    const std::string place = Place(axis.first);
    return absl::StrContains(switch_line, place) ||
           std::any_of(command.begin(), command.end(),
                       [&](const std::string& word) { return absl::StrContains(word, place); });
  });
}

std::string Fill(const std::string& text, const Axes& axes) {
  std::vector<std::pair<std::string, std::string>> replacements;
  for (const auto& [axis, value] : axes) replacements.emplace_back(Place(axis), value);
  return absl::StrReplaceAll(text, replacements);
}

// A name is part of a label, so of a folder's name.
std::string NameOf(const NamedSide& named, const Axes& axes) {
  if (!named.name.empty()) return named.name;
  if (axes.empty()) return named.short_name;
  return absl::StrReplaceAll(
      absl::StrJoin(axes, ",",
                    [](std::string* out, const auto& axis) { absl::StrAppend(out, axis.second); }),
      {{"/", "-"}});
}

absl::StatusOr<TrialSide> MakeSide(const NamedSide& named, const std::string& switch_line,
                                   const std::vector<std::string>& command) {
  if (named.text.empty()) {
    return absl::InvalidArgumentError(absl::StrCat(
        named.option, ": expected a line for sh that starts this side, or AXIS=VALUE"));
  }
  TrialSide side;
  side.option = named.option;
  const Axes axes = AxesIn(named.text);
  if (HasPlaceFor(axes, switch_line, command)) {
    side.axes = axes;
  } else if (!switch_line.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat(named.option, ": \"", named.text,
                     "\" is no AXIS=VALUE with an {AXIS} in --switch or the command"));
  } else {
    side.script = named.text;
  }
  side.name = NameOf(named, side.axes);
  side.switch_line = Fill(switch_line, side.axes);
  for (const std::string& word : command) side.command.push_back(Fill(word, side.axes));
  return side;
}

}  // namespace

absl::StatusOr<std::vector<TrialSide>> MakeSides(absl::Span<const NamedSide> named,
                                                 const std::string& switch_line,
                                                 const std::vector<std::string>& command) {
  if (named.size() < 2) {
    return absl::InvalidArgumentError(
        "a trial has two sides or more: name them by --a and --b, or by --side NAME=...");
  }
  std::vector<TrialSide> sides;
  std::set<std::string> names;
  for (const NamedSide& one : named) {
    absl::StatusOr<TrialSide> side = MakeSide(one, switch_line, command);
    if (!side.ok()) return side.status();
    if (!names.insert(side->name).second) {
      return absl::InvalidArgumentError(
          absl::StrCat(one.option, ": there is a side \"", side->name, "\" already"));
    }
    sides.push_back(*std::move(side));
  }
  return sides;
}

}  // namespace collect
