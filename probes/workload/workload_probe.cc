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

// Names of last_state make up the fail:runs table of a comparison, as in the kernel test robot's
// mails.
void AddFailure(const Command& command, Columns& columns) {
  if (command.exit_status == 0) return;
  const std::string prefix = absl::StrCat("last_state.test.", command.testcase);
  const std::string name = command.signal != 0
                               ? absl::StrCat(prefix, ".killed_by.", command.signal)
                               : absl::StrCat(prefix, ".exit_code.", command.exit_status);
  columns.Set(columns.Declare(Metric(name, "count", v1::LAST)), 1);
}

}  // namespace

absl::Status WorkloadProbe::Open(const ProbeContext& context, Columns& /*columns*/) {
  command_ = &context.command;
  workload_ = FindWorkload(command_->testcase);
  if (workload_ == nullptr && !command_->output_is_read && !command_->metrics_are_read) {
    return absl::NotFoundError(absl::StrCat("no parser for the output of ", command_->testcase));
  }
  return absl::OkStatus();
}

// A command that failed reports that and, often, nothing else.
absl::Status WorkloadProbe::Read(Columns& columns) {
  ResultColumns results(command_->testcase, columns);
  absl::Status status = ReadResults(results);
  AddFailure(*command_, columns);
  if (status.ok() || columns.metrics().empty()) return status;
  columns.Note(status.message());
  return absl::OkStatus();
}

absl::Status WorkloadProbe::ReadResults(Results& results) {
  ReadPlainMetrics(command_->metrics, results);
  absl::Status status;
  if (command_->metric_rules != nullptr) {
    status.Update(ReadMetrics(*command_->metric_rules, command_->output, results));
  }
  if (workload_ != nullptr) status.Update(workload_->parse(command_->output, results));
  ReadPlainMetrics(command_->output, results);
  return status;
}

}  // namespace collect
