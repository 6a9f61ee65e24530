// Finding tracepoints.
#include "probes/perf/tracepoint.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace collect {
namespace {

// Where tracefs is mounted; before Linux 4.1 it was a part of debugfs only.
constexpr absl::string_view kEventFolders[] = {"/sys/kernel/tracing/events",
                                               "/sys/kernel/debug/tracing/events"};

}  // namespace

absl::StatusOr<EventSpec> FindTracepoint(Host& host, absl::string_view name) {
  const std::pair<absl::string_view, absl::string_view> parts =
      absl::StrSplit(name, absl::MaxSplits(':', 1));
  absl::Status reason = absl::NotFoundError(
      "tracefs is not mounted at /sys/kernel/tracing, so tracepoints are not "
      "known");
  for (absl::string_view folder : kEventFolders) {
    const absl::Status listed = host.ListDirectory(folder).status();
    if (absl::IsPermissionDenied(listed)) reason = listed;
    if (!listed.ok()) continue;
    const std::string path = absl::StrCat(folder, "/", parts.first, "/", parts.second, "/id");
    const absl::StatusOr<std::string> text = host.ReadFile(path);
    if (!text.ok()) return text.status();
    EventSpec event = {std::string(name), PERF_TYPE_TRACEPOINT};
    if (absl::SimpleAtoi(absl::StripAsciiWhitespace(*text), &event.config)) return event;
    return absl::InvalidArgumentError(absl::StrCat(path, " does not hold a number"));
  }
  return reason;
}

std::vector<std::string> TracepointNames(Host& host) {
  std::vector<std::string> names;
  for (absl::string_view folder : kEventFolders) {
    const absl::StatusOr<std::vector<std::string>> systems = host.ListDirectory(folder);
    if (!systems.ok()) continue;
    for (const std::string& system : *systems) {
      const absl::StatusOr<std::vector<std::string>> events =
          host.ListDirectory(absl::StrCat(folder, "/", system));
      if (!events.ok()) continue;  // a file beside the systems
      for (const std::string& event : *events) names.push_back(absl::StrCat(system, ":", event));
    }
    break;
  }
  return names;
}

}  // namespace collect
