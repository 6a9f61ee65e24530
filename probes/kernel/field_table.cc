// Files of one "name value" pair a line.
#include "probes/kernel/field_table.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "probes/kernel/text_scan.h"

namespace collect {
namespace {

struct Field {
  absl::string_view name;
  absl::string_view unit;
  bool valid = false;
};

// "pgfault 12", "MemTotal:   1000 kB", "nr_dirtied -3".
Field ParseField(absl::string_view line) {
  Field field;
  field.name = absl::StripSuffix(TakeWord(line), ":");
  SkipBlanks(line);
  absl::ConsumePrefix(&line, "-");
  uint64_t number = 0;
  field.valid = TakeNumber(line, number) && !field.name.empty();
  SkipBlanks(line);
  field.unit = TakeWord(line);
  return field;
}

// The number behind the name; negative numbers occur where the kernel prints signed longs.
int64_t ValueAfter(absl::string_view line, size_t name_size) {
  line.remove_prefix(name_size);
  absl::ConsumePrefix(&line, ":");
  SkipBlanks(line);
  const bool negative = absl::ConsumePrefix(&line, "-");
  uint64_t number = 0;
  TakeNumber(line, number);
  return static_cast<int64_t>(negative ? uint64_t{0} - number : number);
}

}  // namespace

bool FieldTable::MatchesLayout(absl::string_view line, size_t index) const {
  if (index >= lines_.size()) return false;
  const std::string& name = lines_[index].name;
  if (!absl::StartsWith(line, name)) return false;
  if (line.size() == name.size()) return lines_[index].column < 0;
  const char separator = line[name.size()];
  return separator == ' ' || separator == ':' || separator == '\t';
}

int FieldTable::FindColumn(absl::string_view name) const {
  auto known = std::find_if(fields_.begin(), fields_.end(),
                            [&](const Line& field) { return field.name == name; });
  return known == fields_.end() ? -1 : known->column;
}

int FieldTable::LearnLine(absl::string_view line, DeclareFn declare, Columns& columns) {
  const Field field = ParseField(line);
  if (!field.valid) {
    columns.Note(absl::StrCat("line without a name and a number is passed over: \"", line, "\""));
    return -1;
  }
  const int known = FindColumn(field.name);
  if (known < 0) {
    fields_.push_back({std::string(field.name), declare(field.name, field.unit)});
    return fields_.back().column;
  }
  if (columns.present()[known] != 0) {
    columns.Note(absl::StrCat("field stands twice, the first line counts: ", field.name));
    return -1;
  }
  return known;
}

void FieldTable::Fill(absl::string_view text, DeclareFn declare, Columns& columns) {
  size_t index = 0;
  for (; !text.empty(); ++index) {
    const absl::string_view line = TakeLine(text);
    if (!MatchesLayout(line, index)) {
      const int column = LearnLine(line, declare, columns);
      const Field field = ParseField(line);
      if (index == lines_.size()) lines_.emplace_back();
      lines_[index] = {std::string(field.valid ? field.name : line), column};
    }
    const Line& known = lines_[index];
    if (known.column >= 0) columns.Set(known.column, ValueAfter(line, known.name.size()));
  }
  lines_.resize(index);
}

}  // namespace collect
