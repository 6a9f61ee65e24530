// Fuzzes the parsers of benchmark output; the first byte chooses one of the table, the plain form,
// or rules (up to the first zero byte) with an output.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "probes/workload/metrics_from.h"
#include "probes/workload/plain_metrics.h"
#include "probes/workload/workload.h"

namespace {

// Every result has a name and a unit.
class CheckedResults : public collect::Results {
 public:
  void Add(absl::string_view name, absl::string_view unit, double /*value*/) override {
    if (name.empty() || unit.empty()) std::abort();
  }
  void AddKpi(absl::string_view name, absl::string_view unit, collect::v1::Direction /*better*/,
              double value) override {
    Add(name, unit, value);
  }
  void Note(absl::string_view /*sentence*/) override {}
};

void ReadWithRules(absl::string_view text, collect::Results& results) {
  const size_t end = text.find('\0');
  const auto rules = collect::ParseMetricRules("m", text.substr(0, end));
  if (!rules.ok() || end == absl::string_view::npos) return;
  collect::ReadMetrics(*rules, text.substr(end + 1), results).IgnoreError();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const absl::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const auto workloads = collect::AllWorkloads();
  const size_t choice = data[0] % (workloads.size() + 2);
  CheckedResults results;
  if (choice < workloads.size()) {
    workloads[choice].parse(text, results).IgnoreError();
  } else if (choice == workloads.size()) {
    collect::ReadPlainMetrics(text, results);
  } else {
    ReadWithRules(text, results);
  }
  return 0;
}
