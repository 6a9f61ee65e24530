// Text from a machine that Protobuf can carry.
#pragma once

#include <string>

#include "absl/strings/string_view.h"
#include "collect/v1/run.pb.h"
#include "google/protobuf/message.h"

namespace collect {

/// The text with every byte that is not part of valid UTF-8 written as \xNN. Arguments of commands,
/// names of processes and devices may hold any byte.
std::string ValidText(absl::string_view text);

/// Does that to every string field of a message and of those within it, but for maps. Protobuf
/// refuses to parse a message with an invalid one: the run would be lost for one odd name.
void MakeTextValid(google::protobuf::Message& message);

/// The same for a run with its maps. Reflection cannot be used on these: the layout of a map field
/// depends on whether it was compiled for ThreadSanitizer (google/protobuf/map_field.h), and the
/// library was not.
void MakeTextValid(v1::Run& run);

}  // namespace collect
