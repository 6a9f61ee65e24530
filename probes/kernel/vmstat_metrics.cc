// Formulas of vmstat.
#include "probes/kernel/vmstat_metrics.h"

#include <unistd.h>

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"

namespace collect {
namespace {

struct Addend {
  absl::string_view field;
  double weight;
};

// Derives the sum of fields; nothing if this kernel lacks one of them.
void DeriveSum(v1::MetricDescriptor metric, const std::vector<Addend>& addends,
               const FieldTable& fields, Columns& columns) {
  v1::Formula& formula = *metric.mutable_formula();
  for (const Addend& addend : addends) {
    const int column = fields.ColumnOf(addend.field);
    if (column == FieldTable::kUnwanted) return;
    v1::Term& term = *formula.add_numerator();
    term.set_column(column);
    if (addend.weight != 1) term.set_weight(addend.weight);
  }
  formula.set_version(1);
  columns.Derive(std::move(metric));
}

void DeriveLevel(absl::string_view name, const std::vector<Addend>& addends,
                 const FieldTable& fields, Columns& columns) {
  DeriveSum(Metric(std::string(name), "kB", v1::GAUGE), addends, fields, columns);
}

void DeriveRate(absl::string_view name, const Addend& addend, const FieldTable& fields,
                Columns& columns) {
  v1::MetricDescriptor metric = Metric(std::string(name), "kB/s", v1::DERIVED);
  metric.mutable_formula()->set_per_second(true);
  DeriveSum(std::move(metric), {addend}, fields, columns);
}

}  // namespace

void DeriveVmstatMemory(const FieldTable& meminfo, Columns& columns) {
  DeriveLevel("vmstat.memory.swpd", {{"SwapTotal", 1}, {"SwapFree", -1}}, meminfo, columns);
  DeriveLevel("vmstat.memory.free", {{"MemFree", 1}}, meminfo, columns);
  DeriveLevel("vmstat.memory.buff", {{"Buffers", 1}}, meminfo, columns);
  DeriveLevel("vmstat.memory.cache", {{"Cached", 1}, {"SReclaimable", 1}}, meminfo, columns);
}

void DeriveVmstatRates(const FieldTable& vmstat, Columns& columns) {
  const double page_kb = static_cast<double>(sysconf(_SC_PAGESIZE)) / 1024;
  DeriveRate("vmstat.swap.si", {"pswpin", page_kb}, vmstat, columns);
  DeriveRate("vmstat.swap.so", {"pswpout", page_kb}, vmstat, columns);
  DeriveRate("vmstat.io.bi", {"pgpgin", 1}, vmstat, columns);
  DeriveRate("vmstat.io.bo", {"pgpgout", 1}, vmstat, columns);
}

}  // namespace collect
