// Opening of all probes.
#include "tools/open_probes.h"

#include <utility>

namespace collect {

bool NeedsCommand(const ProbeInfo& info) { return info.moment == Moment::kAfterCommand; }

std::vector<OpenedProbe> OpenAllProbes(Host& host) {
  const Command command;
  const OwnCost cost;
  std::vector<OpenedProbe> all;
  for (const ProbeInfo& info : AllProbes()) {
    OpenedProbe opened{&info, absl::OkStatus()};
    if (!NeedsCommand(info)) {
      Columns columns;
      const std::unique_ptr<Probe> probe = info.make();
      opened.status = probe->Open({host, command, cost}, columns);
      for (const v1::MetricDescriptor& metric : columns.metrics()) {
        if (!metric.hidden()) ++opened.metrics;
      }
      for (const Columns::NoteCount& note : columns.notes()) opened.notes.push_back(note.sentence);
    }
    all.push_back(std::move(opened));
  }
  return all;
}

}  // namespace collect
