// /proc/interrupts and the names of its rows.
#include "probes/kernel/interrupts.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "probes/kernel/metric_name.h"

namespace collect {

std::string InterruptKey(const CpuMatrix::Row& row) {
  const bool numbered = std::all_of(row.label.begin(), row.label.end(), absl::ascii_isdigit);
  std::string words = JoinWords(row.text, numbered ? '.' : '_');
  if (numbered) words = absl::StrReplaceAll(words, {{",.", ","}});
  return absl::StrCat(JoinWords(row.label, '_'), words.empty() ? "" : ":", words);
}

absl::Status Interrupts::Open(const ProbeContext& context, Columns& columns) {
  absl::StatusOr<TextFile> file = context.host.OpenText("/proc/interrupts");
  if (!file.ok()) return file.status();
  file_ = *std::move(file);
  return Read(columns);
}

absl::Status Interrupts::Read(Columns& columns) {
  absl::StatusOr<absl::string_view> text = file_.Read();
  if (!text.ok()) return text.status();
  return counters_.Fill(*text, columns);
}

void Interrupts::VisitTexts(
    absl::FunctionRef<void(absl::string_view path, absl::string_view text)> visit) const {
  visit(file_.path(), file_.text());
}

}  // namespace collect
