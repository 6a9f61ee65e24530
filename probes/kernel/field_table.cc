// Files of one "name value" pair a line.
#include "probes/kernel/field_table.h"

#include <algorithm>

#include "absl/strings/escaping.h"
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
  int64_t number = 0;
  field.valid = TakeSigned(line, number) && !field.name.empty();
  SkipBlanks(line);
  field.unit = TakeWord(line);
  return field;
}

// The number behind the name; negative numbers occur where the kernel prints signed longs.
bool ValueAfter(absl::string_view line, size_t name_size, int64_t& value) {
  line.remove_prefix(name_size);
  absl::ConsumePrefix(&line, ":");
  SkipBlanks(line);
  return TakeSigned(line, value);
}

}  // namespace

bool FieldTable::MatchesLayout(absl::string_view line, const Line& known) {
  if (known.bad) return line == known.name;
  if (!absl::StartsWith(line, known.name) || line.size() == known.name.size()) return false;
  const char separator = line[known.name.size()];
  return separator == ' ' || separator == ':' || separator == '\t';
}

const FieldTable::Line* FieldTable::FindField(absl::string_view name) const {
  auto known = std::find_if(fields_.begin(), fields_.end(),
                            [&](const Line& field) { return field.name == name; });
  return known == fields_.end() ? nullptr : &*known;
}

int FieldTable::ColumnOf(absl::string_view name) const {
  const Line* known = FindField(name);
  return known == nullptr ? kUnwanted : known->column;
}

FieldTable::Line FieldTable::LearnLine(absl::string_view line, DeclareFn declare,
                                       Columns& columns) {
  const Field field = ParseField(line);
  if (!field.valid) {
    columns.Note(absl::StrCat("line without a name and a number is passed over: \"",
                              absl::CHexEscape(line), "\""));
    return {std::string(line), kUnwanted, true};
  }
  const Line* known = FindField(field.name);
  if (known == nullptr) {
    fields_.push_back({std::string(field.name), declare(field.name, field.unit), false});
    return fields_.back();
  }
  if (known->column != kUnwanted && columns.present()[known->column] != 0) {
    columns.Note(
        absl::StrCat("field stands twice, the first line counts: ", absl::CHexEscape(field.name)));
  }
  return *known;
}

void FieldTable::Fill(absl::string_view text, DeclareFn declare, Columns& columns) {
  size_t index = 0;
  for (; !text.empty(); ++index) {
    absl::string_view line = TakeLine(text);
    absl::ConsumePrefix(&line, prefix_);
    if (index == lines_.size()) lines_.emplace_back();
    Line& known = lines_[index];
    if (!MatchesLayout(line, known)) known = LearnLine(line, declare, columns);
    int64_t value = 0;
    if (known.column == kUnwanted || columns.present()[known.column] != 0) continue;
    if (ValueAfter(line, known.name.size(), value)) columns.Set(known.column, value);
  }
  lines_.resize(index);
}

}  // namespace collect
