// The part of a run that its run values are about.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "collect/v1/run.pb.h"
#include "collector/run.h"
#include "google/protobuf/repeated_ptr_field.h"

namespace collect {

/// What became of the part that the options ask for.
struct WindowFound {
  std::optional<v1::RunWindow> window;  ///< nothing: they ask for the whole run
  std::string fault;  ///< why nothing of the run lies in it; empty: something does
};

/// The window of a run whose command started `start_ns` after the run and took `elapsed_ns`. Where
/// the same mark stands several times, the first one starts the window and the last one ends it.
WindowFound FindWindow(const RunOptions& options, int64_t start_ns, int64_t elapsed_ns,
                       const google::protobuf::RepeatedPtrField<v1::RunMark>& marks);

}  // namespace collect
