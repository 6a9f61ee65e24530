// The lines of a kernel text, compared with those of the text before.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"

namespace collect {

/// Remembers the last text of a file, so that a parser looks only at lines that have changed: an
/// unchanged line costs one memcmp. No allocation while the lines keep their sizes.
class LineMemory {
 public:
  /// Line number `index` without its newline. `before` is the line with this number in the last
  /// text, empty if there was none; `same` says that the two are equal byte for byte.
  struct Line {
    size_t index = 0;
    absl::string_view text;
    absl::string_view before;
    bool same = false;
  };

  /// Shows every line of `text`, in order.
  void Visit(absl::string_view text, absl::FunctionRef<void(const Line& line)> visit);

  /// Forgets the last text: no line is the same in the next one.
  void Forget() { starts_.clear(); }

 private:
  absl::string_view Before(size_t index) const;
  void Remember(absl::string_view text);

  std::string last_;
  std::vector<size_t> starts_;  // where each line of last_ begins, and where the last one ends
};

}  // namespace collect
