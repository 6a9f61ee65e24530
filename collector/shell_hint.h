// Tells a user who pasted a shell line that there is no shell.
#pragma once

#include <string>
#include <vector>

namespace collect {

/// A sentence when `argv` looks as if a shell should have read it first, else nothing. `not_found`:
/// the command could not be found. Without the hint such a run takes 0.5 ms and looks great
/// (S-082).
std::string ShellHint(const std::vector<std::string>& argv, bool not_found);

}  // namespace collect
