// Runs as JSON.
#include "tools/run_json.h"

#include <google/protobuf/util/json_util.h>

#include <map>
#include <string>

namespace collect {
namespace {

using Json = nlohmann::ordered_json;

// A message's map has no order of its own; here it gets one.
void SortByName(Json& object) {
  std::map<std::string, Json> sorted;
  for (const auto& [name, value] : object.items()) sorted.emplace(name, value);
  object = Json::object();
  for (const auto& [name, value] : sorted) object[name] = value;
}

}  // namespace

Json JsonOf(const v1::Run& run) {
  google::protobuf::util::JsonPrintOptions options;
  options.preserve_proto_field_names = true;
  std::string text;
  const auto status = google::protobuf::util::MessageToJsonString(run, &text, options);
  if (!status.ok()) return Json::object();
  Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  for (const Json::json_pointer& map : {Json::json_pointer("/params"), Json::json_pointer("/axes"),
                                        Json::json_pointer("/host/mitigations")}) {
    if (json.contains(map)) SortByName(json[map]);
  }
  return json;
}

}  // namespace collect
