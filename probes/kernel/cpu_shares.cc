// Formulas of the shares of CPU time.
#include "probes/kernel/cpu_shares.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace collect {
namespace {

using Uses = std::vector<size_t>;

struct Share {
  absl::string_view name;
  Uses uses;
};

void DeriveShare(std::string name, const Uses& uses, CpuTimes cpus, Columns& columns) {
  v1::MetricDescriptor metric = Metric(std::move(name), "%", v1::DERIVED);
  v1::Formula& formula = *metric.mutable_formula();
  for (const CpuTime* cpu : cpus) {
    for (size_t use : uses) {
      if (cpu->column(use) >= 0) formula.add_numerator()->set_column(cpu->column(use));
    }
    formula.add_denominator()->set_column(cpu->total_column());
  }
  if (formula.numerator().empty()) return;
  formula.set_scale(100);
  formula.set_version(1);
  std::vector<std::string> names;
  for (size_t use : uses) names.push_back(CpuUseName(use));
  formula.set_text(absl::StrCat("100 * (", absl::StrJoin(names, " + "), ") / all"));
  columns.Derive(std::move(metric));
}

void DeriveShares(absl::string_view prefix, const std::vector<Share>& shares, CpuTimes cpus,
                  Columns& columns) {
  for (const Share& share : shares) {
    DeriveShare(absl::StrCat(prefix, share.name), share.uses, cpus, columns);
  }
}

}  // namespace

void DeriveMpstat(absl::string_view prefix, CpuTimes cpus, Columns& columns) {
  size_t uses = 0;
  for (const CpuTime* cpu : cpus) uses = std::max(uses, cpu->uses());
  for (size_t use = 0; use < uses; ++use) {
    DeriveShare(absl::StrCat(prefix, ".", CpuUseName(use), "%"), {use}, cpus, columns);
  }
}

void DeriveVmstatCpu(CpuTimes cpus, Columns& columns) {
  DeriveShares("vmstat.cpu.",
               {{"us", {kUsr, kNice}},
                {"sy", {kSys, kIrq, kSoft}},
                {"id", {kIdle}},
                {"wa", {kIowait}},
                {"st", {kSteal}},
                {"gu", {kGuest, kGnice}}},
               cpus, columns);
}

void DeriveIostatCpu(CpuTimes cpus, Columns& columns) {
  DeriveShares("iostat.cpu.",
               {{"user", {kUsr, kGuest}},
                {"nice", {kNice, kGnice}},
                {"system", {kSys, kIrq, kSoft}},
                {"iowait", {kIowait}},
                {"steal", {kSteal}},
                {"idle", {kIdle}}},
               cpus, columns);
}

}  // namespace collect
