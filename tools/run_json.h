// A run's facts as JSON.
#pragma once

#include <nlohmann/json.hpp>

#include "collect/v1/run.pb.h"

namespace collect {

/// The message by protobuf's own mapping to JSON, with the field names of the schema; 64-bit
/// integers are strings there, fields that are not known are left out.
nlohmann::ordered_json JsonOf(const v1::Run& run);

}  // namespace collect
