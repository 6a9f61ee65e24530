// Formulas of iostat.
#include "probes/kernel/iostat_metrics.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"

namespace collect {
namespace {

// Fields of /proc/diskstats, from 0.
enum Field : size_t {
  kReads = 0,
  kWrites = 4,
  kIoTicks = 9,
  kTimeInQueue = 10,
  kDiscards = 11,
  kFlushes = 15,
  kFlushTicks = 16,
};

using Fields = std::vector<size_t>;

// kB in a sector, which is 512 bytes here whatever the disk's own are (block/genhd.c).
constexpr double kKbPerSector = 0.5;

// Percents in a millisecond of a second.
constexpr double kPercentPerMs = 0.1;

// Of a percentage of time: how far ticks and the moment of reading may lead above 100.
constexpr double kTolerance = 10;

// The metrics of one disk.
class DiskMetrics {
 public:
  DiskMetrics(absl::string_view disk, absl::Span<const int> of_disk, Columns& columns)
      : disk_(disk), of_disk_(of_disk), columns_(columns) {}

  void DeriveRate(absl::string_view name, absl::string_view unit, size_t field,
                  double scale) const {
    v1::Formula formula;
    formula.set_per_second(true);
    Derive(name, unit, {field}, {}, scale, std::move(formula));
  }

  void DeriveRatio(absl::string_view name, absl::string_view unit, const Fields& above,
                   const Fields& below, double scale) const {
    Derive(name, unit, above, below, scale, v1::Formula());
  }

  void DeriveUtil() const {
    v1::Formula formula;
    formula.set_per_second(true);
    formula.mutable_range()->set_high(100);
    formula.mutable_range()->set_tolerance(kTolerance);
    Derive("util", "%", {kIoTicks}, {}, kPercentPerMs, std::move(formula));
  }

  // Reads, writes or discards: requests, merges, sectors and times follow each other. `what` is
  // the letter by which iostat calls them.
  void DeriveRequests(absl::string_view what, size_t requests) const {
    const size_t merges = requests + 1, sectors = requests + 2, ticks = requests + 3;
    DeriveRate(absl::StrCat(what, "/s"), "1/s", requests, 1);
    DeriveRate(absl::StrCat(what, "kB/s"), "kB/s", sectors, kKbPerSector);
    DeriveRate(absl::StrCat(what, "rqm/s"), "1/s", merges, 1);
    DeriveRatio(absl::StrCat(what, "rqm"), "%", {merges}, {merges, requests}, 100);
    DeriveRatio(absl::StrCat(what, "_await"), "ms", {ticks}, {requests}, 1);
    DeriveRatio(absl::StrCat(what, "areq-sz"), "kB", {sectors}, {requests}, kKbPerSector);
  }

 private:
  void Derive(absl::string_view name, absl::string_view unit, const Fields& above,
              const Fields& below, double scale, v1::Formula formula) const {
    for (size_t field : above) {
      if (field >= of_disk_.size()) return;
      formula.add_numerator()->set_column(of_disk_[field]);
    }
    for (size_t field : below) formula.add_denominator()->set_column(of_disk_[field]);
    if (scale != 1) formula.set_scale(scale);
    formula.set_version(1);
    v1::MetricDescriptor metric =
        Metric(absl::StrCat("iostat.", disk_, ".", name), unit, v1::DERIVED);
    *metric.mutable_formula() = std::move(formula);
    columns_.Derive(std::move(metric));
  }

  const absl::string_view disk_;
  const absl::Span<const int> of_disk_;
  Columns& columns_;
};

}  // namespace

void DeriveIostat(absl::string_view disk, absl::Span<const int> columns_of_disk, Columns& columns) {
  const DiskMetrics metrics(disk, columns_of_disk, columns);
  metrics.DeriveRequests("r", kReads);
  metrics.DeriveRequests("w", kWrites);
  metrics.DeriveRequests("d", kDiscards);
  metrics.DeriveRate("f/s", "1/s", kFlushes, 1);
  metrics.DeriveRatio("f_await", "ms", {kFlushTicks}, {kFlushes}, 1);
  metrics.DeriveRatio("await", "ms", {kReads + 3, kWrites + 3}, {kReads, kWrites}, 1);
  metrics.DeriveRate("aqu-sz", "count", kTimeInQueue, 0.001);
  metrics.DeriveUtil();
}

}  // namespace collect
