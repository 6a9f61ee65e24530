// The default format of perf bench (tools/perf/bench/*.c).
#include "probes/workload/perf_bench.h"

#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "probes/workload/output_text.h"

namespace collect {
namespace {

// print_bps of mem-functions.c counts in steps of 1024.
struct Rate {
  absl::string_view unit;
  double gb;
};
constexpr Rate kRates[] = {
    {" bytes/sec", 1.0 / (1024.0 * 1024 * 1024)},
    {" KB/sec", 1.0 / (1024.0 * 1024)},
    {" MB/sec", 1.0 / 1024},
    {" GB/sec", 1},
};

// Ends of lines with the only number that a benchmark prints.
struct Ending {
  absl::string_view label;
  absl::string_view end;
  absl::string_view name;
  absl::string_view unit;
  v1::Direction better;
};
constexpr Ending kEndings[] = {
    {"Total time:", "[sec]", "time", "s", v1::LOWER_IS_BETTER},
    {"", "usecs/op", "usecs_per_op", "us", v1::LOWER_IS_BETTER},
    {"", "ops/sec", "ops_per_sec", "1/s", v1::HIGHER_IS_BETTER},
    {"Averaged ", "", "ops_per_sec", "1/s", v1::HIGHER_IS_BETTER},
    {"threads in ", "", "time_ms", "ms", v1::LOWER_IS_BETTER},
    {"Avg per-thread latency (waking ", "", "time_ms", "ms", v1::LOWER_IS_BETTER},
};

class Reader {
 public:
  explicit Reader(Results& results) : results_(results) {}

  void Read(absl::string_view line) {
    if (ReadHeading(line) || bench_.empty()) return;
    if (absl::StartsWith(line, "[")) return;  // one thread or one round of many
    if (!ReadBandwidth(line)) ReadEnding(line);
  }

  // The first benchmark without a result, or empty.
  std::string Unfinished() const { return failed_.empty() && !finished_ ? bench_ : failed_; }
  bool any() const { return !bench_.empty(); }

 private:
  // "# Running 'sched/pipe' benchmark:", "# Running mem/memcpy benchmark...",
  // "# function 'default' (Default memcpy() provided by glibc)"
  bool ReadHeading(absl::string_view line) {
    const std::vector<absl::string_view> words = Words(line);
    if (words.size() < 3 || words[0] != "#") return false;
    if (words[1] == "Running") {
      if (!finished_ && failed_.empty()) failed_ = bench_;
      bench_ = absl::StrReplaceAll(words[2], {{"'", ""}, {"/", "-"}});
      finished_ = false;
      function_.clear();
    }
    if (words[1] == "function") function_ = absl::StrReplaceAll(words[2], {{"'", ""}});
    return true;
  }

  bool ReadBandwidth(absl::string_view line) {
    if (function_.empty()) return false;
    for (const Rate& rate : kRates) {
      if (!absl::EndsWith(line, rate.unit)) continue;
      const auto number = NumberAfter(line, "");
      if (number) {
        Give(absl::StrCat(function_, ".GB_per_sec"), "GB/s", v1::HIGHER_IS_BETTER,
             *number * rate.gb);
      }
      return true;
    }
    return false;
  }

  void ReadEnding(absl::string_view line) {
    for (const Ending& ending : kEndings) {
      if (!absl::EndsWith(line, ending.end) || !absl::StrContains(line, ending.label)) continue;
      // "Avg per-thread latency (waking 1/2 threads) in 0.0255 ms": the number is behind "in".
      const auto number =
          ending.name == "time_ms" ? NumberAfter(line, " in ") : NumberAfter(line, ending.label);
      if (number) Give(ending.name, ending.unit, ending.better, *number);
      return;
    }
    // "  Average for_each_set_bit took: 417.800 usec" of 55 sizes are too many to keep.
    finished_ |= absl::StrContains(line, " took: ");
  }

  void Give(absl::string_view name, absl::string_view unit, v1::Direction better, double value) {
    finished_ = true;
    const std::string full = absl::StrCat(bench_, ".", name);
    if (seen_.insert(full).second) results_.AddKpi(full, unit, better, value);
  }

  Results& results_;
  std::string bench_;
  std::string function_;
  std::string failed_;
  bool finished_ = true;
  std::set<std::string> seen_;
};

}  // namespace

absl::Status ParsePerfBench(absl::string_view output, Results& results) {
  Reader reader(results);
  for (const absl::string_view line : WholeLines(output)) reader.Read(line);
  if (!reader.any()) {
    return NoResult("perf-bench", "line \"# Running\"",
                    "run it as perf bench, in its default format");
  }
  if (!reader.Unfinished().empty()) {
    return NoResult("perf-bench", absl::StrCat("result of ", reader.Unfinished()),
                    "it did not finish, or took no time; see what it wrote");
  }
  return absl::OkStatus();
}

}  // namespace collect
