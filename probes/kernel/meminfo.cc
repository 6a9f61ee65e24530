// /proc/meminfo and what is computed from it.
#include "probes/kernel/meminfo.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "probes/kernel/metric_name.h"
#include "probes/kernel/vmstat_metrics.h"

namespace collect {
namespace {

v1::MetricDescriptor Used(absl::string_view name, v1::Kind kind, int total, int free) {
  v1::MetricDescriptor metric = SumOf(std::string(name), "kB", kind, {total, free});
  metric.mutable_formula()->mutable_numerator(1)->set_weight(-1);
  metric.mutable_formula()->set_text("MemTotal - MemFree");
  return metric;
}

}  // namespace

absl::string_view MeminfoUnit(absl::string_view word) { return word == "kB" ? "kB" : "count"; }

absl::Status Meminfo::Open(const ProbeContext& context, Columns& columns) {
  absl::StatusOr<TextFile> file = context.host.OpenText("/proc/meminfo");
  if (!file.ok()) return file.status();
  file_ = *std::move(file);
  absl::Status status = Read(columns);
  if (status.ok()) DeriveVmstatMemory(fields_, columns);
  return status;
}

int Meminfo::DeclareField(absl::string_view field, absl::string_view unit, Columns& columns) {
  const int column = columns.Declare(
      Metric(absl::StrCat("meminfo.", JoinWords(field, '_')), MeminfoUnit(unit), v1::GAUGE));
  if (field == "MemTotal") total_ = column;
  if (field == "MemFree") free_ = column;
  if ((field == "MemTotal" || field == "MemFree") && total_ >= 0 && free_ >= 0) {
    columns.Derive(Used("meminfo.Memused", v1::GAUGE, total_, free_));
    columns.Derive(Used("meminfo.max_used_kB", v1::MAX, total_, free_));
  }
  return column;
}

absl::Status Meminfo::Read(Columns& columns) {
  absl::StatusOr<absl::string_view> text = file_.Read();
  if (!text.ok()) return text.status();
  const auto declare = [&](absl::string_view field, absl::string_view unit) {
    return DeclareField(field, unit, columns);
  };
  fields_.Fill(*text, declare, columns);
  return absl::OkStatus();
}

void Meminfo::VisitTexts(
    absl::FunctionRef<void(absl::string_view path, absl::string_view text)> visit) const {
  visit(file_.path(), file_.text());
}

}  // namespace collect
