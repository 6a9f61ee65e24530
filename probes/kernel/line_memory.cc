// Comparing a text line by line with the one before.
#include "probes/kernel/line_memory.h"

#include <algorithm>
#include <cstring>

#include "absl/strings/match.h"
#include "absl/strings/strip.h"

namespace collect {

// With its newline.
absl::string_view LineMemory::Before(size_t index) const {
  if (index + 1 >= starts_.size()) return {};
  return absl::string_view(last_).substr(starts_[index], starts_[index + 1] - starts_[index]);
}

void LineMemory::Remember(absl::string_view text) {
  last_.assign(text.data(), text.size());
  starts_.assign(1, 0);
  while (starts_.back() < text.size()) {
    const size_t end = text.find('\n', starts_.back());
    starts_.push_back(end == absl::string_view::npos ? text.size() : end + 1);
  }
}

void LineMemory::Visit(absl::string_view text, absl::FunctionRef<void(const Line& line)> visit) {
  absl::string_view rest = text;
  bool moved = false;
  size_t index = 0;
  for (; !rest.empty(); ++index) {
    const absl::string_view before = Before(index);
    const bool same =
        absl::EndsWith(before, "\n") ? absl::StartsWith(rest, before) : rest == before;
    const size_t size = same ? before.size() : std::min(rest.find('\n'), rest.size() - 1) + 1;
    const absl::string_view now = rest.substr(0, size);
    rest.remove_prefix(size);
    visit({index, absl::StripSuffix(now, "\n"), absl::StripSuffix(before, "\n"), same});
    if (same) continue;
    if (now.size() == before.size()) {
      std::memcpy(&last_[starts_[index]], now.data(), now.size());
    } else {
      moved = true;
    }
  }
  if (moved || index + 1 != starts_.size()) Remember(text);
}

}  // namespace collect
