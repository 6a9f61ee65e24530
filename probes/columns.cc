// Declaration of metrics and the values of one sample.
#include "probes/columns.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace collect {

int Columns::Declare(v1::MetricDescriptor metric) {
  metrics_.push_back(std::move(metric));
  values_.push_back(0);
  present_.push_back(0);
  return static_cast<int>(values_.size()) - 1;
}

void Columns::Derive(v1::MetricDescriptor metric) { metrics_.push_back(std::move(metric)); }

void Columns::SetReal(int column, double value) {
  int64_t bits = 0;
  static_assert(sizeof bits == sizeof value);
  std::memcpy(&bits, &value, sizeof bits);
  Set(column, bits);
}

void Columns::Note(absl::string_view sentence) {
  auto known = std::find_if(notes_.begin(), notes_.end(),
                            [&](const NoteCount& note) { return note.sentence == sentence; });
  if (known == notes_.end()) {
    notes_.push_back({std::string(sentence), 1});
  } else {
    ++known->count;
  }
}

void Columns::Clear() { std::fill(present_.begin(), present_.end(), 0); }

v1::MetricDescriptor Metric(std::string name, absl::string_view unit, v1::Kind kind) {
  v1::MetricDescriptor metric;
  metric.set_name(std::move(name));
  metric.set_unit(std::string(unit));
  metric.set_kind(kind);
  return metric;
}

v1::MetricDescriptor SumOf(std::string name, absl::string_view unit, v1::Kind kind,
                           absl::Span<const int> columns) {
  v1::MetricDescriptor metric = Metric(std::move(name), unit, kind);
  for (int column : columns) metric.mutable_formula()->add_numerator()->set_column(column);
  metric.mutable_formula()->set_version(1);
  return metric;
}

}  // namespace collect
