// Metric names out of the kernel's free texts.
#include "probes/kernel/metric_name.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "probes/kernel/text_scan.h"

namespace collect {

std::string JoinWords(absl::string_view text, char separator) {
  std::string name;
  for (SkipBlanks(text); !text.empty(); SkipBlanks(text)) {
    if (!name.empty()) name.push_back(separator);
    const absl::string_view word = TakeWord(text);
    name.append(word.data(), word.size());
  }
  std::replace_if(
      name.begin(), name.end(), [](char c) { return !absl::ascii_isgraph(c); }, '?');
  return name;
}

}  // namespace collect
