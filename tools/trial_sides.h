// The sides of a trial, as its options name them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace collect {

/// What an option says of a side.
struct NamedSide {
  std::string option;  ///< "--a", for messages
  std::string name;    ///< empty: by its axes, or else `short_name`
  std::string short_name;
  std::string text;  ///< a line for sh, or AXIS=VALUE[,AXIS=VALUE...]
};

/// One side.
struct TrialSide {
  std::string name;
  std::string option;
  std::string script;                       ///< line for sh; empty: none
  std::map<std::string, std::string> axes;  ///< what distinguishes it, if that is no script
  std::string switch_line;                  ///< line for sh that makes the machine this side
  std::vector<std::string> command;
};

/// The sides of a trial. Where there is a `switch_line`, or the command holds "{AXIS}", what is
/// said of a side are values of axes, which take the place of "{AXIS}" in both; else it is a
/// script. A side with axes and no name is called by their values. InvalidArgument names the
/// option: fewer than two sides, two of one name, axes that are none, or that appear neither in the
/// switch nor in the command.
absl::StatusOr<std::vector<TrialSide>> MakeSides(absl::Span<const NamedSide> named,
                                                 const std::string& switch_line,
                                                 const std::vector<std::string>& command);

}  // namespace collect
