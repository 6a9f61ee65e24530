// The identity of a run.
#pragma once

#include <cstdint>
#include <string>

namespace collect {

/// A new identity, "20261130T215800Z-9f3a61c2": the time, always in UTC (S-039), and random digits.
std::string MakeRunId(int64_t wall_ns);

}  // namespace collect
