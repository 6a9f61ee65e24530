// Run values, series and spreads.
#include "archive/records.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <random>

#include "absl/strings/str_cat.h"
#include "tests/archive/support.h"

namespace collect {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::Field;

constexpr int64_t kGone = std::numeric_limits<int64_t>::min();

// A probe whose samples are a second apart unless the test says otherwise.
class Probe {
 public:
  uint32_t Column(std::string name, v1::Kind kind, uint32_t width_bits = 64, bool real = false) {
    v1::MetricDescriptor metric = TestMetric(std::move(name), kind);
    metric.set_width_bits(width_bits);
    metric.set_real(real);
    samples.metrics.push_back(metric);
    samples.columns.emplace_back();
    return static_cast<uint32_t>(samples.columns.size()) - 1;
  }
  v1::Formula& Derive(std::string name, v1::Kind kind) {
    samples.metrics.push_back(TestMetric(std::move(name), kind));
    return *samples.metrics.back().mutable_formula();
  }
  void Sample(const std::vector<int64_t>& values) { SampleAt(next_ns_, values); }
  void SampleAt(int64_t start_ns, const std::vector<int64_t>& values) {
    next_ns_ = start_ns + kSecond;
    samples.rows.push_back({start_ns, 1000});
    for (size_t i = 0; i < values.size(); ++i) {
      samples.columns[i].values.push_back(values[i] == kGone ? 0 : values[i]);
      samples.columns[i].present.push_back(values[i] == kGone ? 0 : 1);
    }
  }
  v1::MetricRecord Record(absl::string_view name, const Window& window = {}) const {
    for (const v1::MetricRecord& record : ComputeRecords(samples, window)) {
      if (record.metric().name() == name) return record;
    }
    ADD_FAILURE() << "no record of " << name;
    return {};
  }
  std::optional<double> Value(absl::string_view name, const Window& window = {}) const {
    const v1::MetricRecord record = Record(name, window);
    return record.has_value() ? std::optional<double>(record.value()) : std::nullopt;
  }
  std::vector<double> Series(size_t metric) const {
    std::vector<double> values;
    for (const Point& point : ComputeSeries(samples, metric)) values.push_back(point.value);
    return values;
  }

  ProbeSamples samples;

 private:
  int64_t next_ns_ = 0;
};

int64_t Bits(double value) {
  int64_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

v1::Term& AddTerm(v1::Formula& formula, uint32_t column) {
  v1::Term& term = *formula.add_numerator();
  term.set_column(column);
  return term;
}

// S-012: a counter of 32 bits goes through zero.
TEST(CounterTest, WrapOf32Bits) {
  Probe probe;
  probe.Column("interrupts.CPU0.LOC", v1::COUNTER, 32);
  probe.Sample({4294967000});
  probe.Sample({500});
  const v1::MetricRecord record = probe.Record("interrupts.CPU0.LOC");
  EXPECT_EQ(record.value(), 796);
  EXPECT_EQ(record.resets(), 0);
  EXPECT_EQ(record.spread().max(), 796);
  EXPECT_THAT(probe.Series(0), ElementsAre(796));
}

TEST(CounterTest, WrapOf64BitsIsOneUnsignedStep) {
  Probe probe;
  probe.Column("c", v1::COUNTER);
  probe.Sample({std::numeric_limits<int64_t>::max()});
  probe.Sample({std::numeric_limits<int64_t>::min() + 9});
  EXPECT_EQ(probe.Value("c"), 10);
}

// S-013: the total of several CPUs equals their sum, wraps included.
TEST(CounterTest, TotalEqualsTheSum) {
  Probe probe;
  std::mt19937 random(13);
  for (int cpu = 0; cpu < 4; ++cpu) {
    probe.Column(absl::StrCat("cpu", cpu), v1::COUNTER, 32);
  }
  v1::Formula& total = probe.Derive("all", v1::COUNTER);
  for (uint32_t cpu = 0; cpu < 4; ++cpu) AddTerm(total, cpu);
  std::vector<int64_t> counts = {2000000000, 4294900000, 0, 4000000000};
  for (int sample = 0; sample < 50; ++sample) {
    probe.Sample(counts);
    for (int64_t& count : counts) {
      count = (count + static_cast<int64_t>(random() % 400000)) % (int64_t{1} << 32);
    }
  }
  double sum = 0;
  for (int cpu = 0; cpu < 4; ++cpu) sum += *probe.Value(absl::StrCat("cpu", cpu));
  EXPECT_EQ(probe.Value("all"), sum);
  EXPECT_GT(sum, 0);
}

// S-016: idle time is lower after suspend and resume; S-049: no step is ever negative.
TEST(CounterTest, AResetIsLeftOutAndCounted) {
  Probe probe;
  probe.Column("idle", v1::COUNTER);
  probe.Sample({6221847});
  probe.Sample({5873386});
  probe.Sample({5873486});
  const v1::MetricRecord record = probe.Record("idle");
  EXPECT_EQ(record.value(), 100);
  EXPECT_EQ(record.resets(), 1);
  EXPECT_EQ(record.samples(), 3);
}

TEST(CounterTest, ALargeStepBackOf32BitsIsAResetToo) {
  Probe probe;
  probe.Column("c", v1::COUNTER, 32);
  probe.Sample({1180890});
  probe.Sample({0});
  const v1::MetricRecord record = probe.Record("c");
  EXPECT_FALSE(record.has_value());
  EXPECT_EQ(record.resets(), 1);
}

// S-018: a CPU goes offline and comes back with a small value, another comes in mid-run.
TEST(CounterTest, NoStepOverAGap) {
  Probe probe;
  probe.Column("cpu3", v1::COUNTER, 32);
  probe.Column("cpu4", v1::COUNTER, 32);
  v1::Formula& total = probe.Derive("all", v1::COUNTER);
  AddTerm(total, 0);
  AddTerm(total, 1);
  probe.Sample({1180890, kGone});
  probe.Sample({kGone, kGone});
  probe.Sample({1400, 70});
  probe.Sample({1450, 75});
  EXPECT_EQ(probe.Value("cpu3"), 50);
  EXPECT_EQ(probe.Record("cpu3").resets(), 0);
  EXPECT_EQ(probe.Record("cpu3").samples(), 3);
  EXPECT_EQ(probe.Record("cpu3").samples_taken(), 4);
  EXPECT_EQ(probe.Value("cpu4"), 5);
  EXPECT_EQ(probe.Record("cpu4").seconds(), 1);
  EXPECT_EQ(probe.Value("all"), 55);
}

TEST(CounterTest, OneSampleSaysNothing) {
  Probe probe;
  probe.Column("c", v1::COUNTER);
  probe.Sample({7});
  EXPECT_EQ(probe.Value("c"), std::nullopt);
  EXPECT_FALSE(probe.Record("c").has_spread());
}

TEST(CounterTest, SpreadIsOfRates) {
  Probe probe;
  probe.Column("c", v1::COUNTER);
  probe.SampleAt(0, {0});
  probe.SampleAt(2 * kSecond, {20});
  probe.SampleAt(3 * kSecond, {50});
  const v1::Spread spread = probe.Record("c").spread();
  EXPECT_EQ(spread.min(), 10);
  EXPECT_EQ(spread.max(), 30);
  EXPECT_THAT(spread.stddev(), DoubleNear(14.142, 0.001));
}

// S-040: a level that falls is no counter that wraps.
TEST(GaugeTest, MeanOfTrapezoids) {
  Probe probe;
  probe.Column("nr_free_pages", v1::GAUGE);
  probe.Sample({9000});
  probe.Sample({4000});
  EXPECT_EQ(probe.Value("nr_free_pages"), 6500);
  EXPECT_THAT(probe.Series(0), ElementsAre(9000, 4000));
}

TEST(GaugeTest, TimeIsTheWeight) {
  Probe probe;
  probe.Column("g", v1::GAUGE);
  probe.SampleAt(0, {0});
  probe.SampleAt(1 * kSecond, {10});
  probe.SampleAt(4 * kSecond, {10});
  EXPECT_EQ(probe.Value("g"), (5.0 + 30.0) / 4);
}

TEST(GaugeTest, OneSampleIsItsMean) {
  Probe probe;
  probe.Column("g", v1::GAUGE);
  probe.Sample({-3});
  EXPECT_EQ(probe.Value("g"), -3);
  EXPECT_FALSE(probe.Record("g").spread().has_stddev());
}

TEST(GaugeTest, AbsentSamplesAreNoZeros) {
  Probe probe;
  probe.Column("g", v1::GAUGE);
  probe.Sample({10});
  probe.Sample({20});
  probe.Sample({kGone});
  probe.Sample({40});
  probe.Sample({60});
  EXPECT_EQ(probe.Value("g"), (15.0 + 50.0) / 2);
  EXPECT_EQ(probe.Record("g").spread().min(), 10);
}

// S-114: the last digits stay.
TEST(GaugeTest, LargeWholeNumbersKeepTheirLastDigits) {
  constexpr int64_t kLarge = 9'000'000'000'000'000;
  Probe probe;
  probe.Column("g", v1::GAUGE);
  probe.Column("last", v1::LAST);
  probe.Column("c", v1::COUNTER);
  for (int i = 0; i < 300; ++i)
    probe.Sample({kLarge + 2 * (i % 2), kLarge + i, i == 0 ? 0 : kLarge + 7});
  EXPECT_EQ(probe.Value("g"), 9'000'000'000'000'001.0);
  EXPECT_EQ(probe.Value("last"), 9'000'000'000'000'299.0);
  EXPECT_EQ(probe.Value("c"), 9'000'000'000'000'007.0);
  EXPECT_EQ(probe.Record("g").spread().max(), 9'000'000'000'000'002.0);
}

TEST(GaugeTest, RealColumns) {
  Probe probe;
  probe.Column("r", v1::GAUGE, 64, /*real=*/true);
  probe.Sample({Bits(0.4)});
  probe.Sample({Bits(0.6)});
  probe.Sample({Bits(std::nan(""))});
  EXPECT_THAT(*probe.Value("r"), DoubleNear(0.5, 1e-12));
  EXPECT_EQ(probe.Record("r").samples(), 2);
}

TEST(OtherKindsTest, SumLastMaxMin) {
  Probe probe;
  probe.Column("sum", v1::SUM);
  probe.Column("last", v1::LAST);
  probe.Column("max", v1::MAX);
  probe.Column("min", v1::MIN);
  probe.Column("unknown", v1::KIND_UNSPECIFIED);
  probe.Sample({1, 1, 1, 1, 1});
  probe.Sample({5, 5, 5, -5, 5});
  probe.Sample({3, 3, 3, 3, 3});
  EXPECT_EQ(probe.Value("sum"), 9);
  EXPECT_EQ(probe.Value("last"), 3);
  EXPECT_EQ(probe.Value("max"), 5);
  EXPECT_EQ(probe.Value("min"), -5);
  EXPECT_EQ(probe.Value("unknown"), std::nullopt);
}

// What is read once after the command, or imported.
TEST(OtherKindsTest, ASingleLastSampleIsTheValue) {
  Probe probe;
  probe.Column("apachebench.requests_per_second", v1::LAST, 64, /*real=*/true);
  probe.Sample({Bits(23851.07)});
  EXPECT_EQ(probe.Value("apachebench.requests_per_second"), 23851.07);
}

// meminfo.max_used_kB: the largest of total - free, not the difference of extremes.
TEST(FormulaTest, MaximumOfADifference) {
  Probe probe;
  probe.Column("MemTotal", v1::GAUGE);
  probe.Column("MemFree", v1::GAUGE);
  v1::Formula& used = probe.Derive("max_used_kB", v1::MAX);
  AddTerm(used, 0);
  AddTerm(used, 1).set_weight(-1);
  probe.Sample({1000, 700});
  probe.Sample({1000, 300});
  probe.Sample({1000, kGone});
  probe.Sample({1000, 600});
  EXPECT_EQ(probe.Value("max_used_kB"), 700);
  EXPECT_EQ(probe.Record("max_used_kB").samples(), 3);
  EXPECT_THAT(probe.Series(2), ElementsAre(300, 700, 400));
}

TEST(FormulaTest, RatioOfSumsNotMeanOfRatios) {
  Probe probe;
  probe.Column("misses", v1::COUNTER);
  probe.Column("instructions", v1::COUNTER);
  v1::Formula& mpki = probe.Derive("MPKI", v1::DERIVED);
  AddTerm(mpki, 0);
  mpki.add_denominator()->set_column(1);
  mpki.set_scale(1000);
  probe.Sample({0, 0});
  probe.Sample({10, 1000});
  probe.Sample({20, 10000});
  EXPECT_EQ(probe.Value("MPKI"), 2);
  EXPECT_EQ(probe.Series(2).front(), 10);
}

TEST(FormulaTest, DenominatorOfZeroIsAbsent) {
  Probe probe;
  probe.Column("a", v1::COUNTER);
  probe.Column("b", v1::COUNTER);
  v1::Formula& ratio = probe.Derive("ratio", v1::DERIVED);
  AddTerm(ratio, 0);
  ratio.add_denominator()->set_column(1);
  probe.Sample({0, 5});
  probe.Sample({10, 5});
  EXPECT_EQ(probe.Value("ratio"), std::nullopt);
}

TEST(FormulaTest, RatePerMeasuredSecond) {
  Probe probe;
  probe.Column("events", v1::COUNTER);
  v1::Formula& rate = probe.Derive("rate", v1::DERIVED);
  AddTerm(rate, 0);
  rate.set_per_second(true);
  probe.SampleAt(0, {0});
  probe.SampleAt(kSecond / 2, {100});
  probe.SampleAt(2 * kSecond, {700});
  EXPECT_EQ(probe.Value("rate"), 350);
  EXPECT_THAT(probe.Series(1), ElementsAre(200, 400));
}

TEST(FormulaTest, AColumnThatDoesNotExistIsAbsent) {
  Probe probe;
  probe.Column("a", v1::COUNTER);
  AddTerm(probe.Derive("none", v1::COUNTER), 77);
  probe.Sample({0});
  probe.Sample({1});
  EXPECT_EQ(probe.Value("none"), std::nullopt);
}

class MultiplexedTest : public testing::Test {
 protected:
  MultiplexedTest() {
    for (uint32_t cpu = 0; cpu < 2; ++cpu) {
      probe_.Column("count", v1::COUNTER);
      probe_.Column("enabled", v1::COUNTER);
      probe_.Column("running", v1::COUNTER);
    }
    v1::Formula& total = probe_.Derive("total", v1::COUNTER);
    for (uint32_t first : {0u, 3u}) {
      v1::Term& term = AddTerm(total, first);
      term.set_enabled_column(first + 1);
      term.set_running_column(first + 2);
    }
  }
  Probe probe_;
};

// S-029: a quarter of the time on the counter, each CPU scaled by its own share.
TEST_F(MultiplexedTest, IsScaledWithItsCoverage) {
  probe_.Sample({5, 7, 7, 1, 9, 9});
  probe_.Sample({255, 1007, 257, 101, 1009, 1009});
  EXPECT_EQ(probe_.Value("total"), 1000 + 100);
  EXPECT_EQ(probe_.Record("total").coverage(), 1250.0 / 2000.0);
}

// S-030: what never ran is not zero.
TEST_F(MultiplexedTest, NeverRanIsAbsent) {
  probe_.Sample({0, 0, 0, 0, 0, 0});
  probe_.Sample({0, 1000, 0, 395, 1000, 1000});
  EXPECT_EQ(probe_.Value("total"), std::nullopt);
  EXPECT_EQ(probe_.Record("total").coverage(), 0.5);
}

// S-032: of a process on two kinds of cores, each is counted while it was there, unscaled.
TEST(UnscaledTest, RunningTimeAloneSaysWhetherItRan) {
  Probe probe;
  for (const char* name : {"count", "running", "count2", "running2"})
    probe.Column(name, v1::COUNTER);
  AddTerm(probe.Derive("total", v1::COUNTER), 0).set_running_column(1);
  AddTerm(probe.Derive("never", v1::COUNTER), 2).set_running_column(3);
  probe.Sample({0, 0, 0, 0});
  probe.Sample({110, 10, 0, 0});
  EXPECT_EQ(probe.Value("total"), 110);
  EXPECT_FALSE(probe.Record("total").has_coverage());
  EXPECT_EQ(probe.Value("never"), std::nullopt);
}

// A CPU that was offline was not enabled either.
TEST_F(MultiplexedTest, NotEnabledAddsNothing) {
  probe_.Sample({0, 0, 0, 0, 0, 0});
  probe_.Sample({0, 0, 0, 395, 1000, 1000});
  EXPECT_EQ(probe_.Value("total"), 395);
  EXPECT_EQ(probe_.Record("total").coverage(), 1);
}

TEST(RecordsTest, HiddenMetricsHaveNone) {
  Probe probe;
  probe.Column("shown", v1::COUNTER);
  probe.Column("hidden", v1::COUNTER);
  probe.samples.metrics[1].set_hidden(true);
  EXPECT_EQ(ComputeRecords(probe.samples).size(), 1);
}

TEST(RecordsTest, AWindowSeesItsSamplesOnly) {
  Probe probe;
  probe.Column("c", v1::COUNTER);
  for (int i = 0; i < 10; ++i) probe.Sample({i * i});
  const Window window = {2 * kSecond, 5 * kSecond};
  EXPECT_EQ(probe.Value("c", window), 25 - 4);
  EXPECT_EQ(probe.Record("c", window).samples_taken(), 4);
}

// Metrics may be declared while the run goes on.
TEST(RecordsTest, LateMetricsCountFromTheirDeclaration) {
  RecordBuilder builder("p");
  builder.AddMetrics({TestMetric("early", v1::COUNTER)});
  builder.AddSample(0, {1}, {1});
  builder.AddMetrics({TestMetric("late", v1::COUNTER)});
  builder.AddSample(kSecond, {2, 10}, {1, 1});
  builder.AddSample(2 * kSecond, {3, 15}, {1, 1});
  const std::vector<v1::MetricRecord> records = builder.Records();
  EXPECT_EQ(records[0].value(), 2);
  EXPECT_EQ(records[1].value(), 5);
  EXPECT_EQ(records[1].samples(), 2);
  EXPECT_EQ(records[1].samples_taken(), 3);
  EXPECT_EQ(records[1].probe(), "p");
}

// S-018: a CPU comes online; the sum over the CPUs is derived again, with its column.
TEST(RecordsTest, DerivedAgainTakesThePlaceOfTheEarlier) {
  v1::MetricDescriptor sum = TestMetric("sum", v1::COUNTER);
  AddTerm(*sum.mutable_formula(), 0);
  RecordBuilder builder("p");
  builder.AddMetrics({TestMetric("cpu0", v1::COUNTER), sum});
  builder.AddSample(0, {1}, {1});
  AddTerm(*sum.mutable_formula(), 1);
  builder.AddMetrics({TestMetric("cpu1", v1::COUNTER), sum});
  builder.AddSample(kSecond, {2, 10}, {1, 1});
  builder.AddSample(2 * kSecond, {4, 50}, {1, 1});
  const std::vector<v1::MetricRecord> records = builder.Records();
  ASSERT_EQ(records.size(), 3);
  EXPECT_EQ(records[1].metric().name(), "sum");
  EXPECT_EQ(records[1].value(), 3 + 40);
  EXPECT_EQ(records[1].samples(), 3);
}

}  // namespace
}  // namespace collect
