// What recording costs: time per sample, bytes per sample, memory, time to read.
//
//   archive_bench                 everything; takes a minute, half of it for taking snapshots
//   archive_bench --benchmark_filter=Read
#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cctype>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "absl/strings/str_cat.h"
#include "archive/reader.h"
#include "archive/records.h"
#include "archive/writer.h"

namespace collect {
namespace {

constexpr int kColumns = 1300;
constexpr int kManyMetrics = 20000;
constexpr int kRuns = 16;
constexpr int kRunSeconds = 300;
constexpr int kSnapshots = 30;
constexpr int64_t kSecond = 1'000'000'000;
constexpr const char* kSources[] = {"/proc/vmstat", "/proc/meminfo", "/proc/slabinfo",
                                    "/proc/interrupts", "/proc/softirqs"};

std::string Scratch(absl::string_view name) {
  const char* folder = std::getenv("TMPDIR");
  return absl::StrCat(folder != nullptr ? folder : "/tmp", "/archive_bench-", getpid(), "-", name);
}

v1::MetricDescriptor Counter(absl::string_view probe, int number) {
  v1::MetricDescriptor metric;
  metric.set_name(absl::StrCat(probe, ".a_field_of_usual_length_", number));
  metric.set_unit("count");
  metric.set_kind(v1::COUNTER);
  return metric;
}

std::vector<v1::MetricDescriptor> Counters(absl::string_view probe, int count) {
  std::vector<v1::MetricDescriptor> metrics;
  for (int i = 0; i < count; ++i) metrics.push_back(Counter(probe, i));
  return metrics;
}

std::string TextOf(const char* path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

// Every whole number of the text that stands by itself, in order; of slabinfo only the columns
// that are metrics.
void AppendNumbers(const std::string& text, bool slabinfo, std::vector<int64_t>& values) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    int column = 0;
    for (std::string word; words >> word; ++column) {
      const bool number = std::isdigit(static_cast<unsigned char>(word[0])) != 0;
      if (!number || (slabinfo && column > 2 && (column < 13 || column > 14))) continue;
      values.push_back(std::strtoll(word.c_str(), nullptr, 10));
    }
  }
}

// Real samples of this machine, a second apart, all as long as the first.
const std::vector<std::vector<int64_t>>& Snapshots() {
  static const auto& snapshots = *new std::vector<std::vector<int64_t>>([] {
    std::vector<std::vector<int64_t>> taken;
    for (int i = 0; i < kSnapshots; ++i) {
      if (i > 0) std::this_thread::sleep_for(std::chrono::seconds(1));
      std::vector<int64_t>& values = taken.emplace_back();
      for (const char* source : kSources) {
        AppendNumbers(TextOf(source), absl::string_view(source) == "/proc/slabinfo", values);
      }
      values.resize(taken[0].size());
    }
    return taken;
  }());
  return snapshots;
}

// The numbers of 1,300 counters, some of which move.
void Move(std::vector<int64_t>& values) {
  for (size_t i = 0; i < values.size(); i += 5) values[i] += static_cast<int64_t>(i * 37 % 1000);
}

void BM_AddSample(benchmark::State& state) {
  const std::string path = Scratch("samples");
  auto writer = RunWriter::Create(path, v1::Run());
  (*writer)->AddMetrics("p", Counters("p", kColumns));
  std::vector<int64_t> values(kColumns, 1000000);
  const std::vector<uint8_t> present(kColumns, 1);
  int64_t second = 0;
  for (auto _ : state) {
    Move(values);
    const int64_t before = (*writer)->bytes_written();
    (*writer)->AddSample("p", second++ * kSecond, 1000, values, present);
    // As in a real run, a block is written long before the next one.
    while (second % 10 == 1 && (*writer)->bytes_written() == before) usleep(50);
  }
  const absl::Status closed = (*writer)->Close();
  if (!closed.ok()) state.SkipWithError(closed.ToString().c_str());
  state.counters["file_bytes_per_sample"] = benchmark::Counter(
      static_cast<double>((*writer)->bytes_written()) / static_cast<double>(second));
  std::filesystem::remove(path);
}
BENCHMARK(BM_AddSample)->MeasureProcessCPUTime()->Unit(benchmark::kMicrosecond);

// The yardstick: the same values, as they are, with one write(2) a sample.
void BM_PlainWrite(benchmark::State& state) {
  const std::string path = Scratch("plain");
  const int fd = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  std::vector<int64_t> values(kColumns, 1000000);
  for (auto _ : state) {
    Move(values);
    if (write(fd, values.data(), values.size() * sizeof(int64_t)) < 0) {
      state.SkipWithError("write fails");
    }
  }
  close(fd);
  std::filesystem::remove(path);
}
BENCHMARK(BM_PlainWrite)->MeasureProcessCPUTime()->Unit(benchmark::kMicrosecond)->Iterations(50000);

void BM_BuildRecords(benchmark::State& state) {
  RecordBuilder builder("p");
  builder.AddMetrics(Counters("p", kColumns));
  std::vector<int64_t> values(kColumns, 1000000);
  const std::vector<uint8_t> present(kColumns, 1);
  int64_t second = 0;
  for (auto _ : state) {
    Move(values);
    builder.AddSample(second++ * kSecond, values, present);
  }
}
BENCHMARK(BM_BuildRecords)->Unit(benchmark::kMicrosecond);

int64_t ResidentKb() {
  std::istringstream fields(TextOf("/proc/self/statm"));
  int64_t pages = 0;
  fields >> pages >> pages;
  return pages * sysconf(_SC_PAGESIZE) / 1024;
}

// A run of 300 s of this machine, with records and the first and last texts, as `collect` writes
// it.
void BM_WholeRun(benchmark::State& state) {
  const std::vector<std::vector<int64_t>>& snapshots = Snapshots();
  const int columns = static_cast<int>(snapshots[0].size());
  const std::vector<uint8_t> present(snapshots[0].size(), 1);
  const std::vector<v1::MetricDescriptor> metrics = Counters("machine", columns);
  for (auto _ : state) {
    const std::string path = Scratch("run");
    const int64_t before_kb = ResidentKb();
    auto writer = RunWriter::Create(path, v1::Run());
    RecordBuilder builder("machine");
    (*writer)->AddMetrics("machine", metrics);
    builder.AddMetrics(metrics);
    for (const auto when : {v1::RawText::FIRST, v1::RawText::LAST}) {
      for (const char* source : kSources) (*writer)->AddText(when, source, TextOf(source));
    }
    // Forth and back through the snapshots: every step is a real one.
    for (int second = 0; second < kRunSeconds; ++second) {
      const int lap = second / kSnapshots;
      const int step = second % kSnapshots;
      const auto& values = snapshots[lap % 2 == 0 ? step : kSnapshots - 1 - step];
      (*writer)->AddSample("machine", second * kSecond + 1000 * step, 50000 + step, values,
                           present);
      builder.AddSample(second * kSecond, values, present);
    }
    // The first round shows it; later ones use the memory again.
    double& resident_kb = state.counters["resident_kb"].value;
    resident_kb = std::max(resident_kb, static_cast<double>(ResidentKb() - before_kb));
    v1::MetricRecords records;
    for (v1::MetricRecord& record : builder.Records()) *records.add_records() = std::move(record);
    (*writer)->AddRecords(records);
    if (!(*writer)->Close().ok()) state.SkipWithError("the file cannot be written");
    state.counters["columns"] = columns;
    state.counters["file_bytes"] = static_cast<double>((*writer)->bytes_written());
    std::filesystem::remove(path);
  }
}
BENCHMARK(BM_WholeRun)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime()->Iterations(3);

// Run files of 20,000 metrics, 30 samples each.
std::vector<std::string> WriteManyMetrics() {
  std::vector<std::string> paths;
  const std::vector<v1::MetricDescriptor> metrics = Counters("many", kManyMetrics);
  std::vector<int64_t> values(kManyMetrics, 1000000);
  const std::vector<uint8_t> present(kManyMetrics, 1);
  for (int run = 0; run < kRuns; ++run) {
    paths.push_back(Scratch(absl::StrCat("many-", run)));
    auto writer = RunWriter::Create(paths.back(), v1::Run());
    RecordBuilder builder("many");
    (*writer)->AddMetrics("many", metrics);
    builder.AddMetrics(metrics);
    for (int second = 0; second < 30; ++second) {
      Move(values);
      (*writer)->AddSample("many", second * kSecond, 1000, values, present);
      builder.AddSample(second * kSecond, values, present);
    }
    v1::MetricRecords records;
    for (v1::MetricRecord& record : builder.Records()) *records.add_records() = std::move(record);
    (*writer)->AddRecords(records);
    (*writer)->Close().IgnoreError();
  }
  return paths;
}

void ReadRuns(benchmark::State& state, const ReadOptions& options) {
  const std::vector<std::string> paths = WriteManyMetrics();
  for (auto _ : state) {
    for (const std::string& path : paths) {
      absl::StatusOr<RunFile> run = ReadRunFile(path, options);
      if (!run.ok()) state.SkipWithError(run.status().ToString().c_str());
      benchmark::DoNotOptimize(run);
    }
  }
  for (const std::string& path : paths) std::filesystem::remove(path);
}
void BM_Read16RunsOf20000Records(benchmark::State& state) {
  ReadRuns(state, {.samples = false, .texts = false});
}
BENCHMARK(BM_Read16RunsOf20000Records)->Unit(benchmark::kMillisecond);

void BM_Read16RunsOf20000WithSamples(benchmark::State& state) { ReadRuns(state, {}); }
BENCHMARK(BM_Read16RunsOf20000WithSamples)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace collect

BENCHMARK_MAIN();
