// Reading /proc/pressure/*.
#include "probes/kernel/pressure.h"

#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "probes/kernel/text_scan.h"

namespace collect {
namespace {

constexpr absl::string_view kFolder = "/proc/pressure";
constexpr absl::string_view kTotal = " total=";

}  // namespace

// The folder is missing where the kernel was built or booted without PSI; kernels before 5.2 have
// the files all the same and answer EOPNOTSUPP (kernel/sched/psi.c: psi_show, psi_proc_init).
absl::Status ExplainPressureError(const absl::Status& status) {
  if (absl::IsNotFound(status)) {
    return absl::NotFoundError(
        "this kernel keeps no pressure stall information (/proc/pressure): it was built without "
        "CONFIG_PSI, or needs psi=1 on its command line");
  }
  if (absl::IsUnimplemented(status)) {
    return absl::NotFoundError(
        "pressure stall information is switched off on this machine; boot it with psi=1 on the "
        "kernel's command line to have it");
  }
  return status;
}

absl::Status Pressure::Open(const ProbeContext& context, Columns& columns) {
  absl::StatusOr<std::vector<std::string>> names = context.host.ListDirectory(kFolder);
  if (!names.ok()) return ExplainPressureError(names.status());
  absl::Status error = absl::NotFoundError("no file in /proc/pressure");
  for (const std::string& name : *names) {
    absl::StatusOr<TextFile> file = context.host.OpenText(absl::StrCat(kFolder, "/", name));
    absl::Status status = file.ok() ? file->Read().status() : file.status();
    if (status.ok()) {
      resources_.push_back({name, *std::move(file), {}});
    } else {
      // As of irq, where the kernel does not take the time of interrupts.
      error = ExplainPressureError(status);
      columns.Note(absl::StrCat("no pressure of ", name, ": ", status.message()));
    }
  }
  return resources_.empty() ? error : Read(columns);
}

int Pressure::ColumnOf(absl::string_view word, Resource& resource, Columns& columns) {
  for (const Total& total : resource.totals) {
    if (total.word == word) return total.column;
  }
  const std::string name = absl::StrCat("pressure.", resource.name, ".", word);
  const int column = columns.Declare(Metric(name + ".total", "us", v1::COUNTER));
  v1::MetricDescriptor share = SumOf(name + "%", "%", v1::DERIVED, {column});
  constexpr double kPercentPerUs = 100 / 1e6;
  share.mutable_formula()->set_scale(kPercentPerUs);
  share.mutable_formula()->set_per_second(true);
  columns.Derive(std::move(share));
  resource.totals.push_back({std::string(word), column});
  return column;
}

// "some avg10=0.82 avg60=0.30 avg300=0.07 total=314818"
void Pressure::TakeTotal(absl::string_view line, Resource& resource, Columns& columns) {
  const size_t mark = line.find(kTotal);
  absl::string_view number_text = mark == absl::string_view::npos ? absl::string_view() : line;
  uint64_t number = 0;
  if (!number_text.empty()) number_text.remove_prefix(mark + kTotal.size());
  if (!TakeNumber(number_text, number)) {
    columns.Note(
        absl::StrCat("line without a total is passed over: \"", absl::CHexEscape(line), "\""));
    return;
  }
  const absl::string_view word = TakeWord(line);
  if (resource.name == "cpu" && word == "full") return;
  columns.Set(ColumnOf(word, resource, columns), static_cast<int64_t>(number));
}

absl::Status Pressure::Read(Columns& columns) {
  for (Resource& resource : resources_) {
    absl::StatusOr<absl::string_view> text = resource.file.Read();
    if (!text.ok()) return text.status();
    while (!text->empty()) TakeTotal(TakeLine(*text), resource, columns);
  }
  return absl::OkStatus();
}

void Pressure::VisitTexts(
    absl::FunctionRef<void(absl::string_view path, absl::string_view text)> visit) const {
  for (const Resource& resource : resources_) visit(resource.file.path(), resource.file.text());
}

}  // namespace collect
