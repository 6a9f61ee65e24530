// The resource usage of the command.
#include "probes/time/time_probe.h"

#include "absl/strings/str_cat.h"

namespace collect {
namespace {

// Durations and shares, in the order in which Read sets them.
struct Share {
  absl::string_view name;
  absl::string_view unit;
};
constexpr Share kShares[] = {
    {"user_time", "s"},
    {"system_time", "s"},
    {"elapsed_time", "s"},
    {"elapsed_time.max", "s"},
    {"percent_of_cpu_this_job_got", "%"},
};

// What the kernel counts (getrusage(2)); a block has 512 bytes.
struct Amount {
  absl::string_view name;
  absl::string_view unit;
  long rusage::*field;
};
constexpr Amount kAmounts[] = {
    {"voluntary_context_switches", "count", &rusage::ru_nvcsw},
    {"involuntary_context_switches", "count", &rusage::ru_nivcsw},
    {"minor_page_faults", "count", &rusage::ru_minflt},
    {"major_page_faults", "count", &rusage::ru_majflt},
    {"file_system_inputs", "blocks", &rusage::ru_inblock},
    {"file_system_outputs", "blocks", &rusage::ru_oublock},
    {"maximum_resident_set_size", "kB", &rusage::ru_maxrss},
};

double Seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

}  // namespace

absl::Status TimeProbe::Open(const ProbeContext& context, Columns& columns) {
  command_ = &context.command;
  const std::string prefix = absl::StrCat(command_->testcase, ".time.");
  for (const Share& share : kShares) {
    v1::MetricDescriptor metric = Metric(absl::StrCat(prefix, share.name), share.unit, v1::LAST);
    metric.set_real(true);
    columns.Declare(std::move(metric));
  }
  for (const Amount& amount : kAmounts) {
    columns.Declare(Metric(absl::StrCat(prefix, amount.name), amount.unit, v1::LAST));
  }
  return absl::OkStatus();
}

absl::Status TimeProbe::Read(Columns& columns) {
  const double user = Seconds(command_->usage.ru_utime);
  const double system = Seconds(command_->usage.ru_stime);
  const double elapsed = 1e-9 * static_cast<double>(command_->elapsed_ns);
  int column = 0;
  for (double seconds : {user, system, elapsed, elapsed}) columns.SetReal(column++, seconds);
  if (elapsed > 0) columns.SetReal(column, 100 * (user + system) / elapsed);
  ++column;
  for (const Amount& amount : kAmounts) columns.Set(column++, command_->usage.*amount.field);
  return absl::OkStatus();
}

}  // namespace collect
