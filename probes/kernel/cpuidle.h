// cpuidle: how long and how often each CPU was in each idle state.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "probes/kernel/online_list.h"
#include "probes/probe.h"

namespace collect {

/// Metrics "cpuidle.CPUn.STATE.time" (us) and "cpuidle.CPUn.STATE.usage" of the CPUs that are
/// online, and their sums over the CPUs, "cpuidle.STATE.time" and "cpuidle.STATE.usage"
/// (Documentation/admin-guide/pm/cpuidle.rst). Blanks in a state's name become `-` (S-036); states
/// of one name on one CPU are added up. CPUs without idle states are passed over.
///
/// Each attribute is one open descriptor and one pread a sample, a quarter of the cost of opening
/// it anew. CPUs that come and go are found by reading the list of online CPUs at every sample, one
/// short file against two per state and CPU; attributes that can no longer be read are absent and
/// looked for anew at the next sample.
class Cpuidle : public Probe {
 public:
  /// ResourceExhausted if this process may not open as many files as there are attributes.
  absl::Status Open(const ProbeContext& context, Columns& columns) override;
  absl::Status Read(Columns& columns) override;

 private:
  struct StateFolder {
    int cpu = 0;
    std::string path;
  };
  struct Attribute {
    TextFile file;
    int column = -1;
  };
  struct Total {
    std::vector<int> columns;
    size_t derived = 0;  // how many of them the metric declared last adds up
  };

  absl::Status Scan(Columns& columns);
  absl::StatusOr<std::vector<StateFolder>> FindStates();
  absl::Status OpenState(const StateFolder& folder, Columns& columns);
  int ColumnOf(int cpu, const std::string& name, Columns& columns);
  void DeriveTotals(Columns& columns);
  bool ReadValue(Attribute& attribute, Columns& columns);

  Host* host_ = nullptr;
  OnlineList online_;
  bool scan_needed_ = true;
  std::vector<Attribute> attributes_;
  absl::flat_hash_map<std::string, int> columns_;  // by "CPUn.STATE.time"
  std::map<std::string, Total> totals_;            // by "STATE.time"
};

}  // namespace collect
