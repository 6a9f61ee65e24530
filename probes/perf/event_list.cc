// Taking the text of --events apart.
#include "probes/perf/event_list.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

namespace collect {
namespace {

class ListScanner {
 public:
  explicit ListScanner(absl::string_view text) : text_(text) {}

  absl::StatusOr<std::vector<EventTextGroup>> ReadList();

 private:
  absl::StatusOr<EventTextGroup> ReadGroup();
  absl::Status ReadEvents(EventTextGroup& group);
  absl::StatusOr<std::string> ReadEvent();
  absl::Status ReadModifiers(EventTextGroup& group);

  // 0 at the end.
  char Next() {
    while (at_ < text_.size() && absl::ascii_isspace(text_[at_])) ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool Take(char expected) {
    if (Next() != expected) return false;
    ++at_;
    return true;
  }
  absl::Status Malformed(size_t at, absl::string_view what) const {
    return absl::InvalidArgumentError(
        absl::StrCat("character ", at + 1, " of \"", text_, "\": ", what));
  }

  absl::string_view text_;
  size_t at_ = 0;
};

bool EndsEvent(char letter) {
  return absl::ascii_isspace(letter) || letter == ',' || letter == '{' || letter == '}';
}

absl::StatusOr<std::vector<EventTextGroup>> ListScanner::ReadList() {
  std::vector<EventTextGroup> groups;
  do {
    absl::StatusOr<EventTextGroup> group = ReadGroup();
    if (!group.ok()) return group.status();
    groups.push_back(*std::move(group));
  } while (Take(','));
  if (Next() == '\0') return groups;
  return Malformed(at_, Next() == '}' ? "no brace has been opened" : "expected a comma");
}

absl::StatusOr<EventTextGroup> ListScanner::ReadGroup() {
  EventTextGroup group;
  const bool braced = Take('{');
  const size_t start = at_;
  if (!braced) {
    absl::StatusOr<std::string> event = ReadEvent();
    if (!event.ok()) return event.status();
    group.events.push_back(*std::move(event));
    return group;
  }
  absl::Status status = ReadEvents(group);
  if (!status.ok()) return status;
  if (!Take('}')) {
    if (Next() == '{') return Malformed(at_, "braces do not stand within braces");
    if (Next() != '\0') return Malformed(at_, "expected a comma or a closing brace");
    return Malformed(start - 1, "the brace is not closed");
  }
  status = ReadModifiers(group);
  if (!status.ok()) return status;
  return group;
}

absl::Status ListScanner::ReadEvents(EventTextGroup& group) {
  do {
    absl::StatusOr<std::string> event = ReadEvent();
    if (!event.ok()) return event.status();
    group.events.push_back(*std::move(event));
  } while (Take(','));
  return absl::OkStatus();
}

absl::StatusOr<std::string> ListScanner::ReadEvent() {
  Next();
  const size_t start = at_;
  size_t slash = absl::string_view::npos;  // that is open
  for (; at_ < text_.size(); ++at_) {
    if (text_[at_] == '/') slash = slash == absl::string_view::npos ? at_ : absl::string_view::npos;
    if (slash == absl::string_view::npos && EndsEvent(text_[at_])) break;
  }
  if (slash != absl::string_view::npos) return Malformed(slash, "the slash is not closed");
  if (at_ == start) {
    return Malformed(
        at_, Next() == '{' ? "braces do not stand within braces" : "expected the name of an event");
  }
  return std::string(text_.substr(start, at_ - start));
}

absl::Status ListScanner::ReadModifiers(EventTextGroup& group) {
  if (!Take(':')) return absl::OkStatus();
  const size_t start = at_;
  while (at_ < text_.size() && absl::ascii_isalpha(text_[at_])) ++at_;
  group.modifiers = std::string(text_.substr(start, at_ - start));
  return at_ > start ? absl::OkStatus() : Malformed(at_, "expected modifiers, such as u");
}

}  // namespace

absl::StatusOr<std::vector<EventTextGroup>> ParseEventList(absl::string_view text) {
  return ListScanner(text).ReadList();
}

}  // namespace collect
