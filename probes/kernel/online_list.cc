// Watching a list of what is online.
#include "probes/kernel/online_list.h"

#include <utility>

namespace collect {

void OnlineList::Open(Host& host, absl::string_view path) {
  absl::StatusOr<TextFile> file = host.OpenText(path);
  if (file.ok()) file_ = *std::move(file);
}

bool OnlineList::Changed() {
  if (!file_.has_value()) return false;
  const absl::StatusOr<absl::string_view> text = file_->Read();
  if (!text.ok() || *text == text_) return false;
  text_ = std::string(*text);
  return true;
}

}  // namespace collect
