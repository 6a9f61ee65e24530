// A run file in memory, for tests.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "archive/writer.h"

namespace collect {

/// Keeps what it is given.
class MemoryWriter : public RunWriter {
 public:
  struct Sample {
    int64_t start_ns = 0;
    int64_t duration_ns = 0;
    std::vector<int64_t> values;
    std::vector<uint8_t> present;
  };
  struct Text {
    v1::RawText::When when;
    std::string path;
    std::string text;
  };

  void AddRun(const v1::Run& more) override { run.MergeFrom(more); }
  void AddMetrics(absl::string_view probe,
                  absl::Span<const v1::MetricDescriptor> metrics) override {
    for (const v1::MetricDescriptor& metric : metrics) {
      names[std::string(probe)].push_back(metric.name());
    }
  }
  void AddSample(absl::string_view probe, int64_t start_ns, int64_t duration_ns,
                 absl::Span<const int64_t> values, absl::Span<const uint8_t> present) override {
    samples[std::string(probe)].push_back(
        {start_ns, duration_ns, {values.begin(), values.end()}, {present.begin(), present.end()}});
  }
  void AddText(v1::RawText::When when, absl::string_view path, absl::string_view text) override {
    texts.push_back({when, std::string(path), std::string(text)});
  }
  void AddRecords(const v1::MetricRecords& more) override { records.MergeFrom(more); }
  void Flush() override {}
  absl::Status Close() override { return absl::OkStatus(); }
  int64_t bytes_written() const override { return 4096; }
  const std::string& path() const override { return path_; }

  v1::Run run;
  std::map<std::string, std::vector<std::string>> names;
  std::map<std::string, std::vector<Sample>> samples;
  std::vector<Text> texts;
  v1::MetricRecords records;

 private:
  std::string path_ = "in memory";
};

}  // namespace collect
