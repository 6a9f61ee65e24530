// How long a comparison takes: 20,000 metrics, two sides of 8 runs, from run files to text.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "compare/compare.h"
#include "compare/moderated_method.h"
#include "compare/run_io.h"
#include "compare/text_report.h"
#include "compare/welch_method.h"

namespace collect {
namespace {

constexpr int kMetrics = 20000;
constexpr int kRuns = 8;

// Log-normal metrics of every size and spread; every tenth differs by 5 % on side b.
NamedRuns MakeSide(const std::string& name, double change) {
  std::mt19937_64 random(name[0]);
  std::normal_distribution<double> noise;
  NamedRuns side{name, {}};
  for (int run = 0; run < kRuns; ++run) {
    RunData& data = side.runs.emplace_back();
    data.run.set_id(absl::StrCat(name, "-", run));
    data.run.mutable_outcome()->set_exit_status(0);
    std::mt19937_64 levels(1);
    for (int i = 0; i < kMetrics; ++i) {
      v1::MetricRecord& record = data.records.emplace_back();
      record.mutable_metric()->set_name(absl::StrCat("probe-", i % 23, ".some_metric_name.", i));
      record.mutable_metric()->set_unit("count");
      record.mutable_metric()->set_kind(v1::COUNTER);
      record.set_probe(absl::StrCat("probe-", i % 23));
      record.set_samples(300);
      record.set_samples_taken(300);
      record.set_seconds(300);
      const double level = std::exp(5 + 4 * noise(levels));
      const double spread = std::exp(-3.5 + 1.5 * noise(levels));
      record.set_value(level * std::exp(spread * noise(random)) * (i % 10 == 0 ? change : 1));
    }
  }
  return side;
}

// Both sides, in memory and as run files that vanish with the program.
struct Sides {
  Sides() {
    std::string name = (std::filesystem::temp_directory_path() / "compare_bench_XXXXXX").string();
    root = mkdtemp(name.data());
    for (const NamedRuns& side : named) {
      paths.push_back(WriteRuns(side.runs, absl::StrCat(root, "/", side.name)).value());
    }
  }
  ~Sides() { std::filesystem::remove_all(root); }

  std::vector<NamedRuns> named = {MakeSide("a", 1), MakeSide("b", 1.05)};
  std::string root;
  std::vector<std::vector<std::string>> paths;
};

const Sides& TheSides() {
  static const Sides sides;
  return sides;
}

std::vector<NamedRuns> Load() {
  return {{"a", LoadRuns(TheSides().paths[0]).value()},
          {"b", LoadRuns(TheSides().paths[1]).value()}};
}

void BM_FilesToText(benchmark::State& state) {
  TheSides();
  for (auto _ : state) {
    benchmark::DoNotOptimize(TextReport(Compare(Load(), {}, ModeratedMethod()).value(), false));
  }
}
BENCHMARK(BM_FilesToText)->Unit(benchmark::kMillisecond);

void BM_Load(benchmark::State& state) {
  TheSides();
  for (auto _ : state) benchmark::DoNotOptimize(Load());
}
BENCHMARK(BM_Load)->Unit(benchmark::kMillisecond);

void BM_Compare(benchmark::State& state) {
  const std::vector<NamedRuns>& named = TheSides().named;
  for (auto _ : state) benchmark::DoNotOptimize(Compare(named, {}, WelchMethod()).value());
}
BENCHMARK(BM_Compare)->Unit(benchmark::kMillisecond);

void BM_Judge(benchmark::State& state, const Method& method) {
  const v1::Comparison fresh = Compare(TheSides().named, {}, WelchMethod()).value();
  for (auto _ : state) {
    state.PauseTiming();
    v1::Comparison comparison = fresh;
    for (v1::Row& row : *comparison.mutable_rows()) row.clear_changes();
    state.ResumeTiming();
    method.Judge(comparison);
  }
}
BENCHMARK_CAPTURE(BM_Judge, welch, WelchMethod())->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_Judge, moderated, ModeratedMethod())->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace collect

BENCHMARK_MAIN();
