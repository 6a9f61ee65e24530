// A run of one probe on a fake machine, with the records that come of it, for tests.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "absl/strings/string_view.h"
#include "archive/records.h"
#include "tests/support/fake_host.h"

namespace collect {

class ProbeRun {
 public:
  explicit ProbeRun(Probe& probe) : bench(probe) {}

  /// Writes a file of the machine and takes a sample `seconds` after the last one; the first time
  /// opens the probe, too, as the sampler does.
  void Sample(absl::string_view path, absl::string_view text, double seconds = 1) {
    bench.host.Write(path, text);
    Sample(seconds);
  }
  void Sample(double seconds = 1) {
    bench.host.monotonic_ns += static_cast<int64_t>(seconds * 1e9);
    if (samples_++ == 0) {
      ASSERT_EQ(bench.Open(), absl::OkStatus());
    }
    ASSERT_EQ(bench.Read(), absl::OkStatus());
    builder_.AddMetrics(bench.columns.metrics().subspan(known_metrics_));
    known_metrics_ = bench.columns.metrics().size();
    builder_.AddSample(bench.host.monotonic_ns, bench.columns.values(), bench.columns.present());
  }

  /// The record of a metric; empty if there is none.
  v1::MetricRecord Record(absl::string_view name) const {
    for (const v1::MetricRecord& record : builder_.Records()) {
      if (record.metric().name() == name) return record;
    }
    return {};
  }
  /// Its run value; nothing if it could not be known or there is no such metric.
  std::optional<double> Value(absl::string_view name) const {
    const v1::MetricRecord record = Record(name);
    return record.has_value() ? std::optional<double>(record.value()) : std::nullopt;
  }
  std::vector<v1::MetricRecord> Records() const { return builder_.Records(); }

  ProbeBench bench;

 private:
  RecordBuilder builder_{"test"};
  size_t known_metrics_ = 0;
  int samples_ = 0;
};

}  // namespace collect
