// The kernel's lists of what is online, watched for changes.
#pragma once

#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "probes/host/host.h"

namespace collect {

/// A list such as /sys/devices/system/cpu/online, kept open: one short read tells whether CPUs or
/// nodes have come or gone since the last look.
class OnlineList {
 public:
  /// A kernel without this list is one where nothing comes or goes.
  void Open(Host& host, absl::string_view path);

  /// True at the first look, and when the list is another one than at the last look.
  bool Changed();

  /// The list as it was at the last look.
  absl::string_view text() const { return text_; }

 private:
  std::optional<TextFile> file_;
  std::string text_;
};

}  // namespace collect
