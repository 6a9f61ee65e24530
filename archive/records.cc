// Records and series, both from the same steps between samples.
#include "archive/records.h"

#include <optional>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "archive/formula.h"
#include "archive/path_length.h"
#include "archive/sample_steps.h"
#include "archive/tally.h"

namespace collect {
namespace {

constexpr double kSecondsPerNs = 1e-9;

// How a metric follows from the columns of its probe.
struct Source {
  uint32_t column = 0;                     // of a metric without a formula
  std::optional<CompiledFormula> formula;  // of one with
};

// What the metric shows at the present sample: the rate in the interval for counters, the derived
// value in the interval, or the value.
Quantity PointOf(v1::Kind kind, const Source& source, const SampleSteps& steps) {
  switch (kind) {
    case v1::COUNTER: {
      const Quantity growth = source.formula.has_value()
                                  ? source.formula->Evaluate(steps.steps(), 1)
                                  : steps.steps()[source.column];
      if (!growth.has_value() || steps.seconds() <= 0) return std::nullopt;
      return *growth / steps.seconds();
    }
    case v1::DERIVED:
      if (!source.formula.has_value() || steps.seconds() <= 0) return std::nullopt;
      return source.formula->Evaluate(steps.steps(), steps.seconds());
    case v1::GAUGE:
    case v1::SUM:
    case v1::LAST:
    case v1::MAX:
    case v1::MIN:
      if (source.formula.has_value()) return source.formula->SumOfAll(steps.values());
      return steps.values()[source.column];
    default:
      return std::nullopt;
  }
}

bool IsFromIntervals(v1::Kind kind) { return kind == v1::COUNTER || kind == v1::DERIVED; }

// One metric while the samples go by.
class MetricState {
 public:
  MetricState(const v1::MetricDescriptor& metric, uint32_t column) : metric_(metric) {
    source_.column = column;
    if (metric.has_formula()) source_.formula.emplace(metric.formula());
  }

  /// From now on the metric is computed by this formula.
  void Redefine(const v1::MetricDescriptor& metric) {
    metric_ = metric;
    source_.formula.emplace(metric.formula());
  }

  void Advance(const SampleSteps& steps);

  /// The run value as far as it needs no other column.
  Quantity OwnValue() const;

  /// `columns` holds OwnValue of every column, `seconds` lies between the first and last sample.
  v1::MetricRecord Record(absl::Span<const Quantity> columns, double seconds) const;

  const v1::MetricDescriptor& metric() const { return metric_; }
  bool is_column() const { return !source_.formula.has_value(); }

 private:
  bool IsPresent(const SampleSteps& steps, bool has_point) const;
  void AddResets(const SampleSteps& steps);
  Quantity Value(absl::Span<const Quantity> columns, double seconds) const;

  v1::MetricDescriptor metric_;
  Source source_;
  Tally tally_;
  double growth_ = 0;
  bool has_growth_ = false;
  uint32_t resets_ = 0;
  uint32_t samples_ = 0;
  int64_t first_ns_ = 0;
  int64_t last_ns_ = 0;
};

bool MetricState::IsPresent(const SampleSteps& steps, bool has_point) const {
  if (is_column()) return steps.present()[source_.column] != 0;
  if (!IsFromIntervals(metric_.kind())) return has_point;
  return source_.formula->AnyNumerator(steps.present());
}

void MetricState::AddResets(const SampleSteps& steps) {
  if (is_column()) {
    resets_ += steps.resets()[source_.column];
  } else if (IsFromIntervals(metric_.kind())) {
    source_.formula->ForEachColumn([&](uint32_t column) {
      if (column < steps.resets().size()) resets_ += steps.resets()[column];
    });
  }
}

void MetricState::Advance(const SampleSteps& steps) {
  const Quantity point = PointOf(metric_.kind(), source_, steps);
  if (point.has_value()) tally_.Add({*point, steps.start_ns(), steps.rows()});
  AddResets(steps);
  if (is_column() && steps.steps()[source_.column].has_value()) {
    growth_ += *steps.steps()[source_.column];
    has_growth_ = true;
  }
  if (!IsPresent(steps, point.has_value())) return;
  if (samples_++ == 0) first_ns_ = steps.start_ns();
  last_ns_ = steps.start_ns();
}

Quantity MetricState::OwnValue() const {
  if (metric_.kind() == v1::COUNTER) return has_growth_ ? Quantity(growth_) : std::nullopt;
  if (tally_.count() == 0) return std::nullopt;
  switch (metric_.kind()) {
    case v1::GAUGE:
      return tally_.Mean();
    case v1::SUM:
      return tally_.Sum();
    case v1::LAST:
      return tally_.last();
    case v1::MAX:
      return tally_.max();
    case v1::MIN:
      return tally_.min();
    default:
      return std::nullopt;
  }
}

Quantity MetricState::Value(absl::Span<const Quantity> columns, double seconds) const {
  if (is_column() || !IsFromIntervals(metric_.kind())) return OwnValue();
  return source_.formula->Evaluate(columns, metric_.kind() == v1::DERIVED ? seconds : 1);
}

v1::MetricRecord MetricState::Record(absl::Span<const Quantity> columns, double seconds) const {
  v1::MetricRecord record;
  *record.mutable_metric() = metric_;
  if (metric_.has_formula()) {
    record.mutable_metric()->mutable_formula()->clear_numerator();
    record.mutable_metric()->mutable_formula()->clear_denominator();
    record.mutable_metric()->mutable_formula()->clear_factor();
    const Quantity coverage = source_.formula->Coverage(columns);
    if (coverage.has_value()) record.set_coverage(*coverage);
  }
  const Quantity value = Value(columns, seconds);
  if (value.has_value()) record.set_value(*value);
  if (tally_.count() > 0) *record.mutable_spread() = tally_.Spread();
  record.set_samples(samples_);
  record.set_resets(resets_);
  record.set_seconds((static_cast<double>(last_ns_) - static_cast<double>(first_ns_)) *
                     kSecondsPerNs);
  return record;
}

// Shows every sample in the window to visit(start_ns, values, present).
template <typename Visit>
void ForEachSample(const ProbeSamples& samples, const Window& window, Visit visit) {
  std::vector<int64_t> values(samples.columns.size());
  std::vector<uint8_t> present(samples.columns.size());
  for (size_t row = 0; row < samples.rows.size(); ++row) {
    const int64_t start_ns = samples.rows[row].start_ns;
    if (start_ns < window.from_ns || start_ns > window.to_ns) continue;
    for (size_t column = 0; column < samples.columns.size(); ++column) {
      present[column] = samples.columns[column].has(row) ? 1 : 0;
      values[column] = present[column] != 0 ? samples.columns[column].values[row] : 0;
    }
    visit(start_ns, absl::MakeConstSpan(values), absl::MakeConstSpan(present));
  }
}

Window WindowOf(const v1::Run& run, const std::string& probe) {
  if (!run.has_window()) return {};
  for (const v1::ProbeHealth& health : run.probes()) {
    if (health.probe() == probe && health.interval_ms() == 0) return {};
  }
  return {run.window().from_ns(), run.window().to_ns()};
}

}  // namespace

class RecordBuilder::State {
 public:
  explicit State(std::string name) : probe(std::move(name)) {}

  std::string probe;
  std::vector<MetricState> metrics;
  absl::flat_hash_map<std::string, size_t> derived;  // position by name
  uint32_t columns = 0;
  SampleSteps steps;
  int64_t first_ns = 0;
};

RecordBuilder::RecordBuilder(std::string probe)
    : state_(std::make_unique<State>(std::move(probe))) {}
RecordBuilder::~RecordBuilder() = default;
RecordBuilder::RecordBuilder(RecordBuilder&&) noexcept = default;
RecordBuilder& RecordBuilder::operator=(RecordBuilder&&) noexcept = default;

void RecordBuilder::AddMetrics(absl::Span<const v1::MetricDescriptor> metrics) {
  for (const v1::MetricDescriptor& metric : metrics) {
    if (!metric.has_formula()) {
      state_->metrics.emplace_back(metric, state_->columns++);
      state_->steps.AddColumn(metric);
      continue;
    }
    const auto [known, is_new] = state_->derived.try_emplace(metric.name(), state_->metrics.size());
    if (is_new) {
      state_->metrics.emplace_back(metric, 0);
    } else {
      state_->metrics[known->second].Redefine(metric);
    }
  }
}

void RecordBuilder::AddSample(int64_t start_ns, absl::Span<const int64_t> values,
                              absl::Span<const uint8_t> present) {
  if (state_->steps.rows() == 0) state_->first_ns = start_ns;
  state_->steps.Advance(start_ns, values, present);
  for (MetricState& metric : state_->metrics) metric.Advance(state_->steps);
}

std::vector<v1::MetricRecord> RecordBuilder::Records() const {
  std::vector<Quantity> columns;
  columns.reserve(state_->columns);
  for (const MetricState& metric : state_->metrics) {
    if (metric.is_column()) columns.push_back(metric.OwnValue());
  }
  const double seconds =
      (static_cast<double>(state_->steps.start_ns()) - static_cast<double>(state_->first_ns)) *
      kSecondsPerNs;
  std::vector<v1::MetricRecord> records;
  for (const MetricState& metric : state_->metrics) {
    if (metric.metric().hidden()) continue;
    records.push_back(metric.Record(columns, seconds));
    records.back().set_probe(state_->probe);
    records.back().set_samples_taken(static_cast<uint32_t>(state_->steps.rows()));
  }
  return records;
}

std::vector<v1::MetricRecord> ComputeRecords(const ProbeSamples& samples, const Window& window) {
  RecordBuilder builder(samples.probe);
  builder.AddMetrics(samples.metrics);
  ForEachSample(
      samples, window,
      [&](int64_t start_ns, absl::Span<const int64_t> values, absl::Span<const uint8_t> present) {
        builder.AddSample(start_ns, values, present);
      });
  return builder.Records();
}

std::vector<v1::MetricRecord> ComputeRecords(const RunFile& run) {
  std::vector<v1::MetricRecord> records;
  for (const ProbeSamples& samples : run.probes) {
    for (v1::MetricRecord& record : ComputeRecords(samples, WindowOf(run.run, samples.probe))) {
      records.push_back(std::move(record));
    }
  }
  // Work is known of the whole run only.
  if (!run.run.has_window()) AddPathLength(records);
  return records;
}

std::vector<Point> ComputeSeries(const ProbeSamples& samples, size_t metric, const Window& window) {
  if (metric >= samples.metrics.size()) return {};
  Source source;
  SampleSteps steps;
  uint32_t columns = 0;
  for (size_t i = 0; i < samples.metrics.size(); ++i) {
    if (i == metric) source.column = columns;
    if (samples.metrics[i].has_formula()) continue;
    steps.AddColumn(samples.metrics[i]);
    ++columns;
  }
  const v1::MetricDescriptor& chosen = samples.metrics[metric];
  if (chosen.has_formula()) source.formula.emplace(chosen.formula());
  std::vector<Point> series;
  ForEachSample(
      samples, window,
      [&](int64_t start_ns, absl::Span<const int64_t> values, absl::Span<const uint8_t> present) {
        steps.Advance(start_ns, values, present);
        const Quantity point = PointOf(chosen.kind(), source, steps);
        if (point.has_value()) series.push_back({start_ns, *point});
      });
  return series;
}

}  // namespace collect
