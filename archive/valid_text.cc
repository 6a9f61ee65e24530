// UTF-8, checked and mended.
#include "archive/valid_text.h"

#include <cstdint>

#include "absl/strings/str_format.h"

namespace collect {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

bool IsContinuation(char byte) { return (static_cast<uint8_t>(byte) & 0xc0) == 0x80; }

// Length of the character at the front, 0 if none is valid there (RFC 3629, section 4).
size_t CharacterSize(absl::string_view text) {
  const uint8_t first = static_cast<uint8_t>(text[0]);
  if (first < 0x80) return 1;
  const size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < size) return 0;
  for (size_t i = 1; i < size; ++i) {
    if (!IsContinuation(text[i])) return 0;
  }
  const uint8_t second = static_cast<uint8_t>(text[1]);
  const bool overlong = (first == 0xe0 && second < 0xa0) || (first == 0xf0 && second < 0x90);
  const bool no_character = (first == 0xed && second > 0x9f) || (first == 0xf4 && second > 0x8f);
  return overlong || no_character ? 0 : size;
}

void MendField(Message& message, const FieldDescriptor* field) {
  const Reflection& reflection = *message.GetReflection();
  const bool text = field->type() == FieldDescriptor::TYPE_STRING;
  const bool nested = field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE;
  if (!field->is_repeated()) {
    if (!reflection.HasField(message, field)) return;
    if (nested) MakeTextValid(*reflection.MutableMessage(&message, field));
    if (text) {
      reflection.SetString(&message, field, ValidText(reflection.GetString(message, field)));
    }
    return;
  }
  for (int i = 0; i < reflection.FieldSize(message, field); ++i) {
    if (nested) MakeTextValid(*reflection.MutableRepeatedMessage(&message, field, i));
    if (!text) continue;
    reflection.SetRepeatedString(&message, field, i,
                                 ValidText(reflection.GetRepeatedString(message, field, i)));
  }
}

void MendMap(google::protobuf::Map<std::string, std::string>& map) {
  google::protobuf::Map<std::string, std::string> mended;
  for (const auto& [key, value] : map) mended[ValidText(key)] = ValidText(value);
  map.swap(mended);
}

}  // namespace

std::string ValidText(absl::string_view text) {
  std::string valid;
  while (!text.empty()) {
    const size_t size = CharacterSize(text);
    if (size > 0) {
      valid.append(text.data(), size);
    } else {
      absl::StrAppendFormat(&valid, "\\x%02x", static_cast<uint8_t>(text[0]));
    }
    text.remove_prefix(size > 0 ? size : 1);
  }
  return valid;
}

void MakeTextValid(Message& message) {
  const google::protobuf::Descriptor& type = *message.GetDescriptor();
  for (int i = 0; i < type.field_count(); ++i) {
    if (!type.field(i)->is_map()) MendField(message, type.field(i));
  }
}

void MakeTextValid(v1::Run& run) {
  MakeTextValid(static_cast<Message&>(run));
  MendMap(*run.mutable_params());
  MendMap(*run.mutable_axes());
  if (run.has_host()) MendMap(*run.mutable_host()->mutable_mitigations());
}

}  // namespace collect
