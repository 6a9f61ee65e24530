// /proc/softirqs, without the CPUs that are not there.
#include "probes/kernel/softirqs.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"

namespace collect {

absl::Status Softirqs::Open(const ProbeContext& context, Columns& columns) {
  absl::StatusOr<TextFile> file = context.host.OpenText("/proc/softirqs");
  if (!file.ok()) return file.status();
  file_ = *std::move(file);
  absl::StatusOr<std::vector<int>> online = context.host.OnlineCpus();
  if (online.ok()) {
    counters_.ReportOnly(*std::move(online));
  } else {
    columns.Note(
        absl::StrCat("CPUs that are not online are reported, too: ", online.status().message()));
  }
  return Read(columns);
}

absl::Status Softirqs::Read(Columns& columns) {
  absl::StatusOr<absl::string_view> text = file_.Read();
  if (!text.ok()) return text.status();
  return counters_.Fill(*text, columns);
}

void Softirqs::VisitTexts(
    absl::FunctionRef<void(absl::string_view path, absl::string_view text)> visit) const {
  visit(file_.path(), file_.text());
}

}  // namespace collect
