// The text of intel/lkp-tests' stats.json and matrix.json.
#include "compare/lkp_stats.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "compare/metric_name.h"

namespace collect {
namespace {

using Json = nlohmann::json;

// More runs than anybody has; a matrix that claims more is not one.
constexpr size_t kMostRuns = 100000;

// One key and its elements; one element if the value is not an array.
struct Entry {
  std::string key;
  std::vector<std::optional<double>> values;
  bool real = false;
};

// Takes an object of scalars or of arrays of scalars, in order, without building a tree.
class EntryReader : public nlohmann::json_sax<Json> {
 public:
  bool null() override { return Add(std::nullopt); }
  bool boolean(bool /*value*/) override { return Add(std::nullopt); }
  bool string(string_t& /*value*/) override { return Add(std::nullopt); }
  bool binary(binary_t& /*value*/) override { return Add(std::nullopt); }
  bool number_integer(number_integer_t value) override { return Add(static_cast<double>(value)); }
  bool number_unsigned(number_unsigned_t value) override { return Add(static_cast<double>(value)); }
  bool number_float(number_float_t value, const string_t& /*text*/) override {
    if (!entries_.empty()) entries_.back().real = true;
    return Add(std::isfinite(value) ? std::optional<double>(value) : std::nullopt);
  }
  bool start_object(size_t /*size*/) override {
    if (++depth_ == 1) return true;
    return Fail("an object stands where a number is expected");
  }
  bool end_object() override { return true; }
  bool start_array(size_t /*size*/) override {
    if (depth_ == 0) return Fail("a JSON object is expected");
    if (!in_array_) return in_array_ = true;
    return Fail("an array stands where a number is expected");
  }
  bool end_array() override {
    in_array_ = false;
    return true;
  }
  bool key(string_t& name) override {
    entries_.push_back({name, {}, false});
    return true;
  }
  bool parse_error(size_t position, const std::string& token,
                   const Json::exception& /*error*/) override {
    return Fail(absl::StrCat("it is not JSON at byte ", position, ", near \"", token, "\""));
  }

  const std::string& trouble() const { return trouble_; }
  std::vector<Entry>& entries() { return entries_; }

 private:
  bool Add(std::optional<double> value) {
    if (entries_.empty()) return Fail("a JSON object is expected");
    entries_.back().values.push_back(value);
    return true;
  }
  bool Fail(const std::string& trouble) {
    trouble_ = trouble;
    if (!entries_.empty()) absl::StrAppend(&trouble_, " (key \"", entries_.back().key, "\")");
    return false;
  }

  int depth_ = 0;
  bool in_array_ = false;
  std::string trouble_;
  std::vector<Entry> entries_;
};

absl::StatusOr<std::vector<Entry>> ReadEntries(absl::string_view text, absl::string_view path) {
  EntryReader reader;
  if (!Json::sax_parse(text.begin(), text.end(), &reader)) {
    return absl::InvalidArgumentError(absl::StrCat(path, ": ", reader.trouble()));
  }
  absl::flat_hash_set<std::string> seen;
  std::vector<Entry> entries;
  for (Entry& entry : reader.entries()) {
    if (seen.insert(entry.key).second) entries.push_back(std::move(entry));
  }
  return entries;
}

// The robot judges a test by what the test itself reports, its resource usage aside; which way is
// better it knows of a few. Names by their last part.
v1::Direction DirectionOf(absl::string_view name) {
  constexpr absl::string_view kHigher[] = {
      "requests_per_second",
      "transfer_rate",
      "per_process_ops",
      "per_thread_ops",
      "workload",
      "throughput",
      "throughput_avg",
      "throughput_worst",
      "throughput_best",
      "ops_per_sec",
      "Throughput_tps",
      "Throughput_total_tps",
      "Throughput_Mbps",
      "tps",
      "Throughput_total_Mbps",
      "score",
      "read_iops",
      "write_iops",
      "read_bw_MBps",
      "write_bw_MBps",
  };
  constexpr absl::string_view kLower[] = {"time_per_request", "latency_ms"};
  const absl::string_view last = name.substr(name.rfind('.') + 1);
  const auto has = [&](const auto& list) {
    return std::find(std::begin(list), std::end(list), last) != std::end(list);
  };
  if (has(kHigher)) return v1::HIGHER_IS_BETTER;
  return has(kLower) ? v1::LOWER_IS_BETTER : v1::DIRECTION_UNSPECIFIED;
}

v1::MetricRecord RecordOf(const Entry& entry, double value) {
  v1::MetricRecord record;
  record.mutable_metric()->set_name(entry.key);
  record.mutable_metric()->set_kind(v1::LAST);
  record.mutable_metric()->set_real(entry.real);
  record.mutable_metric()->set_direction(DirectionOf(entry.key));
  record.set_probe(std::string(FirstPart(entry.key)));
  record.set_value(value);
  return record;
}

}  // namespace

absl::StatusOr<std::vector<v1::MetricRecord>> ParseLkpStats(absl::string_view text,
                                                            absl::string_view path) {
  absl::StatusOr<std::vector<Entry>> entries = ReadEntries(text, path);
  if (!entries.ok()) return entries.status();
  std::vector<v1::MetricRecord> records;
  for (const Entry& entry : *entries) {
    if (entry.values.size() != 1) {
      return absl::InvalidArgumentError(absl::StrCat(
          path, ": an array stands where a number is expected (key \"", entry.key, "\")"));
    }
    if (entry.values[0].has_value()) records.push_back(RecordOf(entry, *entry.values[0]));
  }
  return records;
}

absl::StatusOr<std::vector<std::vector<v1::MetricRecord>>> ParseLkpMatrix(absl::string_view text,
                                                                          absl::string_view path) {
  absl::StatusOr<std::vector<Entry>> entries = ReadEntries(text, path);
  if (!entries.ok()) return entries.status();
  size_t runs = 0;
  bool named = false;
  for (const Entry& entry : *entries) {
    if (entry.key == "stats_source") named = true;
    runs = entry.key == "stats_source" ? entry.values.size()
           : named                     ? runs
                                       : std::max(runs, entry.values.size());
  }
  if (runs > kMostRuns) {
    return absl::InvalidArgumentError(absl::StrCat(path, ": it claims ", runs, " runs"));
  }
  std::vector<std::vector<v1::MetricRecord>> records(runs);
  for (const Entry& entry : *entries) {
    for (size_t run = 0; run < std::min(runs, entry.values.size()); ++run) {
      if (entry.values[run].has_value()) {
        records[run].push_back(RecordOf(entry, *entry.values[run]));
      }
    }
  }
  return records;
}

}  // namespace collect
