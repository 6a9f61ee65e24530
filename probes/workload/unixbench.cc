// The results of UnixBench (Run: summarizeRun, displayIndex).
#include "probes/workload/unixbench.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "probes/workload/output_text.h"

namespace collect {
namespace {

using Lines = std::vector<absl::string_view>;

struct Test {
  double throughput = 0;
  double seconds = 0;
  std::string unit;
  std::optional<double> index;
};

struct Round {
  std::map<std::string, Test> tests;
  std::optional<double> score;
};

// The first `count` words: "Execl Throughput" is "execl_throughput".
std::string NameOf(const Lines& words, size_t count) {
  return absl::AsciiStrToLower(absl::StrJoin(words.begin(), words.begin() + count, "_"));
}

// "Execl Throughput      3461.6 lps   (29.8 s, 2 samples)"
void ReadTest(const Lines& words, Round& round) {
  const size_t size = words.size();
  if (size < 7 || words[size - 1] != "samples)" || words[size - 3] != "s,") return;
  const auto seconds = ToNumber(absl::StripPrefix(words[size - 4], "("));
  const auto throughput = ToNumber(words[size - 6]);
  if (!seconds || !throughput) return;
  Test& test = round.tests[NameOf(words, size - 6)];
  test.throughput = *throughput;
  test.seconds = *seconds;
  test.unit = std::string(words[size - 5]);
}

// "Execl Throughput      43.0       3461.6    805.0" below "System Benchmarks Index Values".
void ReadIndex(const Lines& words, Round& round) {
  if (words.size() < 4) return;
  const auto test = round.tests.find(NameOf(words, words.size() - 3));
  if (test != round.tests.end()) test->second.index = ToNumber(words.back());
}

void Give(const Round& round, Results& results) {
  results.AddKpi("score", "index", v1::HIGHER_IS_BETTER, *round.score);
  for (const auto& [name, test] : round.tests) {
    results.Add(absl::StrCat(name, ".throughput"), test.unit, test.throughput);
    if (test.index) results.Add(absl::StrCat(name, ".index"), "index", *test.index);
    results.Add(absl::StrCat(name, ".pass"), "count", 1);
  }
  if (round.tests.size() != 1) return;
  const Test& test = round.tests.begin()->second;
  results.AddKpi("throughput", test.unit, v1::HIGHER_IS_BETTER, test.throughput);
  results.Add("workload", "count", test.seconds * test.throughput);
}

}  // namespace

absl::Status ParseUnixbench(absl::string_view output, Results& results) {
  Round round;
  int rounds = 0;
  for (const absl::string_view line : WholeLines(output)) {
    if (absl::StartsWith(line, "Benchmark Run: ")) {
      round = Round();
      ++rounds;
    }
    const Lines words = Words(line);
    ReadTest(words, round);
    ReadIndex(words, round);
    if (absl::StartsWith(line, "System Benchmarks Index Score")) {
      round.score = ToNumber(words.back());
    }
  }
  if (!round.score) {
    return NoResult("unixbench", "line \"System Benchmarks Index Score\"",
                    "./Run prints it when all tests are done; see what it wrote");
  }
  if (rounds > 1) results.Note(absl::StrCat("unixbench: the last of ", rounds, " rounds counts"));
  Give(round, results);
  return absl::OkStatus();
}

}  // namespace collect
