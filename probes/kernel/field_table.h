// Files of one "name value" pair a line, such as /proc/vmstat and /proc/meminfo.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "probes/columns.h"

namespace collect {

/// Reads such a file into columns and remembers its layout, so that a file whose names have not
/// moved costs one comparison and one number a line. Names that appear later are declared then;
/// names that vanish are absent. Of a name that stands twice the first line counts (S-001); lines
/// without a name and a number are noted and passed over (S-025).
class FieldTable {
 public:
  static constexpr int kUnwanted = -1;

  /// `prefix` stands before the name in every line and is no part of it ("Node 0 ").
  explicit FieldTable(std::string prefix = "") : prefix_(std::move(prefix)) {}

  /// Declares the metric of a field seen for the first time. `unit` is what follows the number
  /// ("kB"), or empty. Returns kUnwanted for a field that is to be passed over.
  using DeclareFn = absl::FunctionRef<int(absl::string_view name, absl::string_view unit)>;

  /// Sets the column of every field in `text`.
  void Fill(absl::string_view text, DeclareFn declare, Columns& columns);

  /// The column of a field that has been seen; kUnwanted if there is none.
  int ColumnOf(absl::string_view name) const;

 private:
  struct Line {
    std::string name;  // what stands before the separator, or the whole of a bad line
    int column = kUnwanted;
    bool bad = true;  // a line without a name and a number
  };

  static bool MatchesLayout(absl::string_view line, const Line& known);
  Line LearnLine(absl::string_view line, DeclareFn declare, Columns& columns);
  const Line* FindField(absl::string_view name) const;

  std::string prefix_;
  std::vector<Line> lines_;   // layout of the last sample
  std::vector<Line> fields_;  // every field ever seen, by name
};

}  // namespace collect
