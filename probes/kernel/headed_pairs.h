// Files of line pairs, names above numbers: /proc/net/snmp and /proc/net/netstat.
#pragma once

#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "probes/columns.h"

namespace collect {

/// "Tcp: ActiveOpens PassiveOpens ..." and below it "Tcp: 12 7 ...". A line of names that has not
/// changed costs one comparison. Names without a number and numbers without a name are noted; of a
/// name that stands twice the first counts. Lines that are no such pair are noted and passed over.
class HeadedPairs {
 public:
  /// Declares the metric of a field seen for the first time; `name` is "Tcp.ActiveOpens".
  using DeclareFn = absl::FunctionRef<int(absl::string_view name)>;

  /// Sets the column of every field in `text`.
  void Fill(absl::string_view text, DeclareFn declare, Columns& columns);

 private:
  struct Group {
    std::string names;         // the upper line
    std::string label;         // "Tcp:"
    std::vector<int> columns;  // of each name
  };

  void Learn(absl::string_view line, Group& group, DeclareFn declare);
  static void FillGroup(absl::string_view line, const Group& group, Columns& columns);

  std::vector<Group> groups_;  // layout of the last sample
  absl::flat_hash_map<std::string, int> columns_;
};

}  // namespace collect
