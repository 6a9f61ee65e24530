// Runs the parser of the command's testcase.
#include "probes/workload/workload_probe.h"

#include <cmath>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "probes/workload/metrics_from.h"
#include "probes/workload/plain_metrics.h"

namespace collect {
namespace {

// Results become columns when they are first seen.
class ResultColumns : public Results {
 public:
  ResultColumns(absl::string_view testcase, Columns& columns)
      : testcase_(testcase), columns_(columns) {}

  void Add(absl::string_view name, absl::string_view unit, double value) override {
    Keep(Describe(name, unit), value);
  }
  void AddKpi(absl::string_view name, absl::string_view unit, v1::Direction better,
              double value) override {
    v1::MetricDescriptor metric = Describe(name, unit);
    metric.set_kpi(true);
    metric.set_direction(better);
    Keep(std::move(metric), value);
  }
  void Note(absl::string_view sentence) override { columns_.Note(sentence); }

 private:
  v1::MetricDescriptor Describe(absl::string_view name, absl::string_view unit) const {
    v1::MetricDescriptor metric = Metric(absl::StrCat(testcase_, ".", name), unit, v1::LAST);
    metric.set_real(true);
    return metric;
  }
  void Keep(v1::MetricDescriptor metric, double value) {
    if (!std::isfinite(value)) return;  // "nan" is no result
    for (const v1::MetricDescriptor& known : columns_.metrics()) {
      if (known.name() == metric.name()) return;  // the first of two equal names counts
    }
    columns_.SetReal(columns_.Declare(std::move(metric)), value);
  }

  absl::string_view testcase_;
  Columns& columns_;
};

}  // namespace

absl::Status WorkloadProbe::Open(const ProbeContext& context, Columns& /*columns*/) {
  command_ = &context.command;
  workload_ = FindWorkload(command_->testcase);
  if (workload_ == nullptr && !command_->output_is_read) {
    return absl::NotFoundError(absl::StrCat("no parser for the output of ", command_->testcase));
  }
  return absl::OkStatus();
}

absl::Status WorkloadProbe::Read(Columns& columns) {
  ResultColumns results(command_->testcase, columns);
  absl::Status status;
  if (command_->metric_rules != nullptr) {
    status.Update(ReadMetrics(*command_->metric_rules, command_->output, results));
  }
  if (workload_ != nullptr) status.Update(workload_->parse(command_->output, results));
  ReadPlainMetrics(command_->output, results);
  return status;
}

}  // namespace collect
