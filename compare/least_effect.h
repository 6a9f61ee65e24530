// Changes that are too small to matter.
#pragma once

namespace collect {

/// Least changes that are worth a line, as shares of the base.
inline constexpr double kLeastChange = 0.02;
inline constexpr double kLeastKpiChange = 0.01;

}  // namespace collect
