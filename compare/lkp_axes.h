// What identifies a result of the kernel test robot.
#pragma once

#include <map>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace collect {

/// The axes in the text of an axes.json. Values are kept as text. InvalidArgument names `path`.
absl::StatusOr<std::map<std::string, std::string>> ParseLkpAxes(absl::string_view text,
                                                                absl::string_view path);

/// The axes in a result path that ends in testcase/params/tbox_group/rootfs/kconfig/compiler/commit
/// or, behind that, in a run's number; none if the path is not of that form (known by the
/// compiler's name).
std::map<std::string, std::string> AxesOfLkpPath(absl::string_view path);

}  // namespace collect
