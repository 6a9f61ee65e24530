// Run files for tests.
#include "tests/archive/support.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "absl/strings/str_cat.h"
#include "archive/block.h"

namespace collect {

TemporaryFolder::TemporaryFolder() : path_(testing::TempDir() + "/archive-XXXXXX") {
  EXPECT_NE(mkdtemp(path_.data()), nullptr) << path_;
}

TemporaryFolder::~TemporaryFolder() { std::filesystem::remove_all(path_); }

std::string TemporaryFolder::operator/(absl::string_view name) const {
  return absl::StrCat(path_, "/", name);
}

v1::MetricDescriptor TestMetric(std::string name, v1::Kind kind) {
  v1::MetricDescriptor metric;
  metric.set_name(std::move(name));
  metric.set_unit("count");
  metric.set_kind(kind);
  return metric;
}

std::vector<v1::MetricDescriptor> Counters(absl::string_view probe, int count) {
  std::vector<v1::MetricDescriptor> metrics;
  for (int i = 0; i < count; ++i) {
    metrics.push_back(TestMetric(absl::StrCat(probe, ".", i), v1::COUNTER));
  }
  return metrics;
}

v1::Run TestRun(absl::string_view id) {
  v1::Run run;
  run.set_id(std::string(id));
  run.set_label("before");
  run.add_command("true");
  return run;
}

void WriteSmallRun(const std::string& path) {
  auto writer = RunWriter::Create(path, TestRun());
  ASSERT_TRUE(writer.ok()) << writer.status();
  RunWriter& file = **writer;
  file.AddMetrics("proc-vmstat", Counters("proc-vmstat", 2));
  file.AddMetrics("slabinfo", Counters("slabinfo", 1));
  for (int i = 0; i < 4; ++i) {
    file.AddSample("proc-vmstat", i * kSecond, 1000 + i, {100 + 7 * i, -5 * i}, {1, 1});
    file.AddSample("slabinfo", i * kSecond + 50, 2000, {i}, {static_cast<uint8_t>(i % 2)});
    if (i == 2) file.Flush();
  }
  file.AddText(v1::RawText::FIRST, "/proc/vmstat", "pgfault 100\n");
  v1::MetricRecords records;
  records.add_records()->set_value(21);
  file.AddRecords(records);
  v1::Run more;
  more.mutable_outcome()->set_exit_status(3);
  file.AddRun(more);
  ASSERT_TRUE(file.Close().ok());
}

std::string NewerFileHeader() {
  std::string header = FileHeader().substr(0, 8) + std::string("\2\0\0\0", 4);
  const uint32_t crc = static_cast<uint32_t>(
      crc32_z(0, reinterpret_cast<const unsigned char*>(header.data()), header.size()));
  for (int shift = 0; shift < 32; shift += 8) header.push_back(static_cast<char>(crc >> shift));
  return header;
}

std::string FileBytes(const std::string& path) {
  std::ostringstream bytes;
  bytes << std::ifstream(path, std::ios::binary).rdbuf();
  return bytes.str();
}

void WriteFile(const std::string& path, absl::string_view bytes) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

}  // namespace collect
