// The one table of workloads: a new parser is one file and one line here.
#include "probes/workload/apachebench.h"
#include "probes/workload/workload.h"

namespace collect {
namespace {

constexpr absl::string_view kApachebenchCommands[] = {"ab"};

constexpr Workload kWorkloads[] = {
    {"apachebench", kApachebenchCommands, ParseApachebench},
};

bool IsCommandOf(const Workload& workload, absl::string_view name) {
  for (absl::string_view command : workload.commands) {
    if (command == name) return true;
  }
  return false;
}

}  // namespace

absl::Span<const Workload> AllWorkloads() { return kWorkloads; }

const Workload* FindWorkload(absl::string_view testcase) {
  for (const Workload& workload : kWorkloads) {
    if (workload.testcase == testcase) return &workload;
  }
  return nullptr;
}

const Workload* WorkloadOfCommand(absl::string_view command) {
  const absl::string_view name = command.substr(command.rfind('/') + 1);
  for (const Workload& workload : kWorkloads) {
    if (IsCommandOf(workload, name)) return &workload;
  }
  return nullptr;
}

}  // namespace collect
