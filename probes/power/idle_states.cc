// Sums over CPUs of what the probe cpuidle reads.
#include "probes/power/idle_states.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace collect {
namespace {

v1::MetricDescriptor Hidden(const std::string& name, absl::string_view unit) {
  v1::MetricDescriptor metric = Metric(name, unit, v1::COUNTER);
  metric.set_hidden(true);
  return metric;
}

// A CPU's time in a state is booked when it leaves the state, perhaps after a sample or two.
v1::MetricDescriptor Share(const std::string& name, int time_column, int cpu_time_column) {
  constexpr double kPercentOfNsPerUs = 100.0 * 1000;
  v1::MetricDescriptor metric = Metric(name, "%", v1::DERIVED);
  v1::Formula& formula = *metric.mutable_formula();
  formula.add_numerator()->set_column(time_column);
  formula.add_denominator()->set_column(cpu_time_column);
  formula.set_scale(kPercentOfNsPerUs);
  formula.set_version(1);
  formula.set_text("100 * time in the state / time of the CPUs");
  return metric;
}

}  // namespace

void IdleStates::Open(const ProbeContext& context, Columns& columns,
                      std::vector<absl::Status>& missing) {
  host_ = &context.host;
  const absl::Status status = cpuidle_.Open(context, own_);
  if (!status.ok()) {
    missing.push_back(status);
    return;
  }
  AddSources(columns);
}

// The columns of cpuidle are "cpuidle.CPUn.STATE.time" and ".usage"; more may come.
void IdleStates::AddSources(Columns& columns) {
  size_t column = 0;
  for (const v1::MetricDescriptor& metric : own_.metrics()) {
    if (metric.has_formula()) continue;
    if (column++ < sources_.size()) continue;
    absl::string_view name = metric.name();
    Source& source = sources_.emplace_back();
    source.is_time = absl::ConsumeSuffix(&name, ".time");
    absl::ConsumeSuffix(&name, ".usage");
    name.remove_prefix(name.find('.', name.find(".CPU") + 1) + 1);
    source.total = TotalOf(std::string(name), columns);
  }
}

size_t IdleStates::TotalOf(const std::string& state, Columns& columns) {
  const auto [known, is_new] = total_of_state_.try_emplace(state, totals_.size());
  if (!is_new) return known->second;
  const std::string name = absl::StrCat("turbostat.", state);
  Total total = {columns.Declare(Metric(name, "count", v1::COUNTER)),
                 columns.Declare(Hidden(name + ".time", "us")),
                 columns.Declare(Hidden(name + ".cpu_time", "ns"))};
  columns.Derive(Share(name + "%", total.time_column, total.cpu_time_column));
  totals_.push_back(total);
  return known->second;
}

void IdleStates::AddGrowth(Source& source, size_t column, int64_t elapsed_ns) {
  const bool seen = own_.present()[column] != 0;
  const int64_t value = own_.values()[column];
  if (seen && source.seen && value >= source.last) {
    Total& total = totals_[source.total];
    (source.is_time ? total.time_us : total.entries) += value - source.last;
    if (source.is_time) total.cpu_time_ns += elapsed_ns;
  }
  source.seen = seen;
  source.last = value;
}

void IdleStates::Read(Columns& columns) {
  if (totals_.empty()) return;
  own_.Clear();
  const int64_t now_ns = host_->MonotonicNs();
  if (const absl::Status status = cpuidle_.Read(own_); !status.ok()) {
    columns.Note(status.message());
    return;
  }
  if (own_.values().size() > sources_.size()) AddSources(columns);
  for (size_t i = 0; i < sources_.size(); ++i) AddGrowth(sources_[i], i, now_ns - last_ns_);
  last_ns_ = now_ns;
  for (const Total& total : totals_) {
    columns.Set(total.entries_column, total.entries);
    columns.Set(total.time_column, total.time_us);
    columns.Set(total.cpu_time_column, total.cpu_time_ns);
  }
}

}  // namespace collect
