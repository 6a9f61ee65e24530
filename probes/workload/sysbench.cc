// The report of sysbench.
#include "probes/workload/sysbench.h"

#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "probes/workload/output_text.h"

namespace collect {
namespace {

using Lines = std::vector<absl::string_view>;

constexpr double kMbInMib = 1.048576;

std::optional<double> EventsPerSecond(const Lines& lines) {
  auto rate = FindNumber(lines, "events per second:");                 // 1.0, cpu
  if (!rate.has_value()) rate = FindNumber(lines, "events/s (eps):");  // 1.1
  const auto events = FindNumber(lines, "total number of events:");
  const auto seconds = FindNumber(lines, "total time:");
  if (!rate && events && seconds && *seconds > 0) rate = *events / *seconds;
  return rate;
}

void ReadThroughput(const Lines& lines, Results& results) {
  const auto rate = EventsPerSecond(lines);
  if (rate) results.AddKpi("throughput_events/s", "1/s", v1::HIGHER_IS_BETTER, *rate);
  auto seconds = FindNumber(lines, "total time:");
  if (!seconds) seconds = FindNumber(lines, "time elapsed:");
  if (seconds) results.Add("throughput_time", "s", *seconds);
}

// "Total operations: 1048576 (7821066.72 per second)"
// "1024.00 MiB transferred (7637.76 MiB/sec)"
void ReadMemory(const Lines& lines, Results& results) {
  const auto operations = FindLine(lines, "Total operations:");
  if (!operations.has_value()) return;
  const auto rate = NumberAfter(*operations, "(");
  if (rate) results.AddKpi("throughput_ops/s", "1/s", v1::HIGHER_IS_BETTER, *rate);
  for (const absl::string_view line : lines) {
    const auto mib = NumberAfter(line, " MiB transferred (");
    if (mib) results.AddKpi("throughput_MB/s", "MiB/s", v1::HIGHER_IS_BETTER, *mib);
    if (mib) return;
  }
}

void ReadWorkload(const Lines& lines, Results& results) {
  auto count = FindNumber(lines, "Total operations:");
  if (!count) count = FindNumber(lines, "total number of events:");
  if (count) results.Add("workload", "count", *count);
}

// "transactions:   1690   (1686.51 per sec.)"
void ReadQueries(const Lines& lines, Results& results) {
  for (const absl::string_view what : {"transactions", "queries"}) {
    const auto rest = FindLine(lines, absl::StrCat(what, ": "));
    const auto rate = rest.has_value() ? NumberAfter(*rest, "(") : std::nullopt;
    if (rate) results.AddKpi(absl::StrCat(what, "/s"), "1/s", v1::HIGHER_IS_BETTER, *rate);
  }
}

// "reads/s: 75402.81" and "read, MiB/s: 1178.17" in 1.0;
// "read:  IOPS=75402.81 1178.17 MiB/s (1235.40 MB/s)" in 1.1.
void ReadFileDirection(const Lines& lines, absl::string_view old_operations,
                       absl::string_view old_bytes, absl::string_view name, Results& results) {
  auto operations = FindNumber(lines, old_operations);
  auto mib = FindNumber(lines, old_bytes);
  const auto line = FindLine(lines, absl::StrCat(name, ":"));
  if (line.has_value() && absl::StrContains(*line, "IOPS=")) {
    const std::vector<absl::string_view> words = Words(*line);
    operations = NumberAfter(*line, "IOPS=");
    mib = words.size() > 2 && words[2] == "MiB/s" ? ToNumber(words[1]) : std::nullopt;
  }
  if (operations) {
    results.AddKpi(absl::StrCat(name, "_operations/s"), "1/s", v1::HIGHER_IS_BETTER, *operations);
  }
  if (!mib) return;
  results.Add(absl::StrCat(name, "_bytes_MiB/s"), "MiB/s", *mib);
  results.Add(absl::StrCat(name, "_bytes_MB/s"), "MB/s", *mib * kMbInMib);
}

void ReadFiles(const Lines& lines, Results& results) {
  ReadFileDirection(lines, "reads/s:", "read, MiB/s:", "read", results);
  ReadFileDirection(lines, "writes/s:", "written, MiB/s:", "write", results);
  ReadFileDirection(lines, "fsyncs/s:", "fsync, MiB/s:", "fsync", results);
}

// fileio's latencies have names of their own.
void ReadLatency(const Lines& lines, bool fileio, Results& results) {
  const auto name = [&](absl::string_view what) {
    return fileio ? absl::StrCat("latency_", what, "_ms") : absl::StrCat("latency_ms.", what);
  };
  for (const absl::string_view what : {"min", "max"}) {
    const auto ms = FindNumber(lines, absl::StrCat(what, ":"));
    if (ms) results.Add(name(what), "ms", *ms);
  }
  const auto mean = FindNumber(lines, "avg:");
  if (mean) results.AddKpi(name("avg"), "ms", v1::LOWER_IS_BETTER, *mean);
  const auto percentile = FindNumber(lines, "95th percentile:");
  if (percentile) results.AddKpi(name("95th"), "ms", v1::LOWER_IS_BETTER, *percentile);
  const auto sum = FindNumber(lines, "sum:");
  if (sum && fileio) results.Add(name("sum"), "ms", *sum);
}

// Leaves the first report, which begins with "sysbench 1.0.20 (using ...)".
void CutToFirstReport(Lines& lines, Results& results) {
  int reports = 0;
  for (size_t i = 0; i < lines.size(); ++i) {
    if (!absl::StartsWith(lines[i], "sysbench ") || ++reports < 2) continue;
    results.Note("sysbench: the first of several reports counts");
    lines.resize(i);
    return;
  }
}

// "events (avg/stddev):   5136.0000/0.00"
bool ReadFairness(const Lines& lines, absl::string_view label, absl::string_view name,
                  absl::string_view unit, Results& results) {
  const auto rest = FindLine(lines, label);
  if (!rest.has_value()) return false;
  const auto mean = NumberAfter(*rest, "");
  const auto stddev = NumberAfter(*rest, "/");
  if (!mean || !stddev) return false;
  results.Add(absl::StrCat(name, ".avg"), unit, *mean);
  results.Add(absl::StrCat(name, ".stddev"), unit, *stddev);
  return true;
}

}  // namespace

absl::Status ParseSysbench(absl::string_view output, Results& results) {
  Lines lines = WholeLines(output);
  CutToFirstReport(lines, results);
  const auto error = FindLine(lines, "FATAL:");
  if (error.has_value()) return absl::InvalidArgumentError(absl::StrCat("sysbench: ", *error));
  const bool fileio = FindLine(lines, "File operations:") || FindLine(lines, "read:  IOPS=");
  if (fileio) {
    ReadFiles(lines, results);
  } else {
    ReadThroughput(lines, results);
    ReadMemory(lines, results);
    ReadQueries(lines, results);
    ReadWorkload(lines, results);
  }
  ReadLatency(lines, fileio, results);
  ReadFairness(lines, "events (avg/stddev):", "events/thread", "count", results);
  if (!ReadFairness(lines, "execution time (avg/stddev):", "runtime/thread", "s", results)) {
    return NoResult("sysbench", "line \"execution time (avg/stddev):\"",
                    "it ends the report of a run; see what sysbench wrote");
  }
  return absl::OkStatus();
}

}  // namespace collect
