// Run files for tests.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "archive/run_file.h"
#include "archive/writer.h"

namespace collect {

/// A folder of its own, removed at the end.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string operator/(absl::string_view name) const;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

inline constexpr int64_t kSecond = 1'000'000'000;

v1::MetricDescriptor TestMetric(std::string name, v1::Kind kind);

/// Metrics `probe.0`, `probe.1`... of kind COUNTER.
std::vector<v1::MetricDescriptor> Counters(absl::string_view probe, int count);

/// A run with an id.
v1::Run TestRun(absl::string_view id = "20261130T215800Z-9f3a61c2");

/// Writes a small run file: two probes, some samples that come and go, a text, a record.
void WriteSmallRun(const std::string& path);

/// A sound file header of the next major format version.
std::string NewerFileHeader();

std::string FileBytes(const std::string& path);
void WriteFile(const std::string& path, absl::string_view bytes);

}  // namespace collect
