// Reading pairs of lines, names above numbers.
#include "probes/kernel/headed_pairs.h"

#include <cstdint>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "probes/kernel/metric_name.h"
#include "probes/kernel/text_scan.h"

namespace collect {

void HeadedPairs::Learn(absl::string_view line, Group& group, DeclareFn declare) {
  group.names = std::string(line);
  group.columns.clear();
  group.label = std::string(TakeWord(line));
  const absl::string_view protocol = absl::StripSuffix(group.label, ":");
  for (SkipBlanks(line); !line.empty(); SkipBlanks(line)) {
    const std::string name = absl::StrCat(protocol, ".", JoinWords(TakeWord(line), '_'));
    const auto [known, is_new] = columns_.try_emplace(name, 0);
    if (is_new) known->second = declare(name);
    group.columns.push_back(known->second);
  }
}

void HeadedPairs::FillGroup(absl::string_view line, const Group& group, Columns& columns) {
  line.remove_prefix(group.label.size());
  for (const int column : group.columns) {
    int64_t value = 0;
    SkipBlanks(line);
    if (!TakeSigned(line, value)) {
      return columns.Note(absl::StrCat("fewer numbers than names: ", group.label));
    }
    if (columns.present()[column] == 0) columns.Set(column, value);
  }
  SkipBlanks(line);
  if (!line.empty()) columns.Note(absl::StrCat("more numbers than names: ", group.label));
}

void HeadedPairs::Fill(absl::string_view text, DeclareFn declare, Columns& columns) {
  size_t index = 0;
  while (!text.empty()) {
    const absl::string_view names = TakeLine(text);
    const absl::string_view label = names.substr(0, names.find(' '));
    if (!absl::EndsWith(label, ":") || !absl::StartsWith(text, label)) {
      columns.Note(absl::StrCat("line that is no pair of names and numbers is passed over: \"",
                                absl::CHexEscape(names), "\""));
      continue;
    }
    if (index == groups_.size()) groups_.emplace_back();
    Group& group = groups_[index++];
    if (group.names != names) Learn(names, group, declare);
    FillGroup(TakeLine(text), group, columns);
  }
  groups_.resize(index);
}

}  // namespace collect
