// Declaring and filling the columns of a table of per-CPU counters.
#include "probes/kernel/cpu_counters.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace collect {
namespace {

// Adds up what stands in one column in one sample, modulo 2^32 as the counters themselves.
void Add32(Columns& columns, int column, uint32_t value) {
  columns.Add(column, value);
  columns.Set(column, static_cast<uint32_t>(columns.values()[column]));
}

v1::MetricDescriptor Counter32(std::string name) {
  v1::MetricDescriptor metric = Metric(std::move(name), "count", v1::COUNTER);
  metric.set_width_bits(32);
  return metric;
}

}  // namespace

bool CpuCounters::IsReported(size_t slot) const {
  if (!only_.has_value() || matrix_.grown(slot) != 0) return true;
  return std::find(only_->begin(), only_->end(), matrix_.cpus()[slot]) != only_->end();
}

void CpuCounters::ReportNewCpus() {
  is_reported_.resize(matrix_.cpus().size());
  for (size_t slot = 0; slot < is_reported_.size(); ++slot) {
    if (is_reported_[slot] != 0 || !IsReported(slot)) continue;
    is_reported_[slot] = 1;
    reported_.push_back(slot);
  }
}

void CpuCounters::ChooseForm(Columns& columns) {
  opened_ = true;
  wide_ = matrix_.rows().size() * reported_.size() > kMaxCells;
  if (!wide_) return;
  columns.Note(absl::StrCat(matrix_.rows().size(), " rows of ", reported_.size(),
                            " CPUs are too many to keep each: totals are kept of every row and "
                            "of every CPU"));
}

CpuCounters::Counter& CpuCounters::CounterOf(int row) {
  while (counter_of_row_.size() < matrix_.rows().size()) {
    std::string key = key_(matrix_.rows()[counter_of_row_.size()]);
    const auto [entry, is_new] =
        counter_by_key_.try_emplace(key, static_cast<int>(counters_.size()));
    if (is_new) counters_.emplace_back().key = std::move(key);
    counter_of_row_.push_back(entry->second);
  }
  return counters_[counter_of_row_[row]];
}

void CpuCounters::DeclareCells(Counter& counter, Columns& columns) {
  while (counter.columns.size() < reported_.size()) {
    const int cpu = matrix_.cpus()[reported_[counter.columns.size()]];
    counter.columns.push_back(
        columns.Declare(Counter32(absl::StrCat(probe_, ".CPU", cpu, ".", counter.key))));
  }
  columns.Derive(
      SumOf(absl::StrCat(probe_, ".", counter.key), "count", v1::COUNTER, counter.columns));
}

void CpuCounters::DeclareTotal(Counter& counter, uint32_t width_bits, Columns& columns) {
  v1::MetricDescriptor metric = Counter32(absl::StrCat(probe_, ".", counter.key));
  metric.set_width_bits(width_bits);
  counter.total = columns.Declare(std::move(metric));
}

void CpuCounters::FillRow(const CpuMatrix::Row& row, Counter& counter, Columns& columns) {
  if (row.total || wide_) {
    if (counter.total < 0) DeclareTotal(counter, row.total ? 32 : 64, columns);
    if (row.total) return Add32(columns, counter.total, row.cells[0]);
    return columns.Add(counter.total, row.grown);
  }
  if (counter.columns.size() < reported_.size()) DeclareCells(counter, columns);
  for (size_t i = 0; i < reported_.size(); ++i) {
    const size_t slot = reported_[i];
    if (matrix_.has_cpu(slot)) Add32(columns, counter.columns[i], row.cells[slot]);
  }
}

void CpuCounters::FillCpuTotals(Columns& columns) {
  for (size_t i = 0; i < reported_.size(); ++i) {
    const size_t slot = reported_[i];
    if (i == cpu_totals_.size()) {
      cpu_totals_.push_back(columns.Declare(Metric(
          absl::StrCat(probe_, ".CPU", matrix_.cpus()[slot], ".all"), "count", v1::COUNTER)));
    }
    if (matrix_.has_cpu(slot)) columns.Set(cpu_totals_[i], matrix_.grown(slot));
  }
}

absl::Status CpuCounters::Fill(absl::string_view text, Columns& columns) {
  absl::Status status = matrix_.Parse(text, columns);
  if (!status.ok()) {
    return absl::Status(status.code(), absl::StrCat("/proc/", probe_, ", ", status.message()));
  }
  ReportNewCpus();
  if (!opened_) ChooseForm(columns);
  for (int row : matrix_.present()) FillRow(matrix_.rows()[row], CounterOf(row), columns);
  if (wide_) FillCpuTotals(columns);
  return absl::OkStatus();
}

}  // namespace collect
