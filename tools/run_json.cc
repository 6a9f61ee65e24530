// Runs as JSON.
#include "tools/run_json.h"

#include <google/protobuf/util/json_util.h>

#include <string>

namespace collect {

nlohmann::ordered_json JsonOf(const v1::Run& run) {
  google::protobuf::util::JsonPrintOptions options;
  options.preserve_proto_field_names = true;
  std::string text;
  const auto status = google::protobuf::util::MessageToJsonString(run, &text, options);
  if (!status.ok()) return nlohmann::ordered_json::object();
  return nlohmann::ordered_json::parse(text, nullptr, /*allow_exceptions=*/false);
}

}  // namespace collect
