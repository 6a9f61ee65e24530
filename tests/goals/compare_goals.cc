// How well the shipped `collect compare` tells changes from noise, on a recording of real runs.
//
//   compare_goals COLLECT RECORDING [TRIALS [METHOD]]
//
// Makes run files of parts of the recording, lets COLLECT compare them with its default settings
// (or METHOD) and prints, beside the kernel test robot's rule: false rows per 1,000 metrics that
// vary and comparisons with any, for runs of one build; and of 10 % of the metrics made 5 % larger,
// the share found (power) and the share of false ones among the rows reported (FDR). Ends with 1
// when a goal does not hold.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "compare/run_io.h"
#include "tests/compare/recording.h"
#include "tests/goals/lkp_rule.h"

namespace collect {
namespace {

namespace fs = std::filesystem;

// The first runs of each workload are the past and stay out of the comparisons.
constexpr size_t kPast = 18;
constexpr double kEffect = 1.05;
constexpr size_t kNewEvery = 10;

struct Program {
  std::string collect;
  std::string method;  // empty: the program's own choice
  int trials = 10;
  fs::path folder;
};

// What a rule did over many comparisons.
struct Score {
  double comparisons = 0;
  double with_false = 0;
  double wrong = 0;
  double right = 0;
  double unchanged = 0;
  double changed = 0;
  double false_shares = 0;

  void Add(const std::set<std::string>& reported, const std::set<std::string>& truly, size_t live) {
    double right_here = 0;
    for (const std::string& name : reported) right_here += truly.count(name) > 0;
    const double wrong_here = static_cast<double>(reported.size()) - right_here;
    comparisons += 1;
    with_false += wrong_here > 0;
    wrong += wrong_here;
    right += right_here;
    changed += static_cast<double>(truly.size());
    unchanged += static_cast<double>(live - truly.size());
    false_shares += reported.empty() ? 0 : wrong_here / static_cast<double>(reported.size());
  }
  double per_thousand() const { return 1000 * wrong / unchanged; }
  double any() const { return with_false / comparisons; }
  double power() const { return right / changed; }
  double fdr() const { return false_shares / comparisons; }
};

// Both rules on runs of one build, and on runs of which one side was changed.
struct Scores {
  Score same_ours, same_lkp, changed_ours, changed_lkp;
};

RunData MakeRun(const RecordedRun& recorded, const std::string& id,
                const std::set<std::string>& larger) {
  RunData data;
  data.run.set_id(id);
  data.run.set_testcase("recorded");
  data.run.set_start_unix_ns(static_cast<int64_t>(recorded.start * 1e9));
  data.run.mutable_outcome()->set_exit_status(0);
  for (const auto& [name, value] : recorded.metrics) {
    v1::MetricRecord& record = data.records.emplace_back();
    record.mutable_metric()->set_name(name);
    record.mutable_metric()->set_kpi(IsRecordedKpi(name));
    record.set_value(larger.count(name) > 0 ? value * kEffect : value);
  }
  return data;
}

void Fail(const std::string& message) {
  absl::FPrintF(stderr, "compare_goals: %s\n", message);
  std::exit(2);
}

std::string OutputOf(const std::string& command) {
  std::string output;
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) Fail(absl::StrCat("cannot run ", command));
  char bytes[1 << 16];
  while (const size_t size = std::fread(bytes, 1, sizeof bytes, pipe)) output.append(bytes, size);
  if (pclose(pipe) != 0) Fail(absl::StrCat("failed: ", command));
  return output;
}

using Side = std::vector<const RecordedRun*>;

void WriteSide(const fs::path& folder, const Side& side, const std::set<std::string>& larger) {
  fs::remove_all(folder);
  fs::create_directories(folder);
  std::vector<RunData> runs;
  for (const RecordedRun* run : side) {
    runs.push_back(MakeRun(*run, absl::StrFormat("run-%02d", runs.size()), larger));
  }
  const auto written = WriteRuns(runs, folder.string());
  if (!written.ok()) Fail(std::string(written.status().message()));
}

// What the program calls changed, of the metrics that vary in the whole recording.
std::set<std::string> OurChanges(const Program& program, const std::vector<std::string>& live) {
  const std::string method =
      program.method.empty() ? "" : absl::StrCat(" --method=", program.method);
  const auto report = nlohmann::json::parse(OutputOf(
      absl::StrCat(program.collect, " compare --format=json", method, " ",
                   (program.folder / "a").string(), " ", (program.folder / "b").string())));
  std::set<std::string> changed;
  for (const auto& row : report["rows"]) {
    const std::string name = row["metric"]["name"];
    const bool is_changed = row["changes"][0].value("verdict", "") == "CHANGED";
    if (is_changed && std::binary_search(live.begin(), live.end(), name)) changed.insert(name);
  }
  return changed;
}

std::vector<double> ValuesOf(const Side& side, const std::string& name, double factor) {
  std::vector<double> values;
  for (const RecordedRun* run : side) values.push_back(run->metrics.at(name) * factor);
  return values;
}

std::set<std::string> LkpChanges(const Side& a, const Side& b, const std::set<std::string>& larger,
                                 const std::vector<std::string>& live) {
  std::set<std::string> changed;
  for (const std::string& name : live) {
    const double factor = larger.count(name) > 0 ? kEffect : 1;
    if (LkpCallsItChanged(name, IsRecordedKpi(name), ValuesOf(a, name, 1),
                          ValuesOf(b, name, factor))) {
      changed.insert(name);
    }
  }
  return changed;
}

void CompareOnce(const Program& program, const Side& a, const Side& b,
                 const std::vector<std::string>& live, std::mt19937_64& random, Scores& scores) {
  std::set<std::string> larger;
  for (const std::string& name : live) {
    const auto values = {ValuesOf(a, name, 1), ValuesOf(b, name, 1)};
    const bool zero = std::all_of(values.begin(), values.end(), [](const auto& side) {
      return std::all_of(side.begin(), side.end(), [](double value) { return value == 0; });
    });
    if (random() % kNewEvery == 0 && !zero) larger.insert(name);
  }
  WriteSide(program.folder / "a", a, {});
  WriteSide(program.folder / "b", b, {});
  scores.same_ours.Add(OurChanges(program, live), {}, live.size());
  scores.same_lkp.Add(LkpChanges(a, b, {}, live), {}, live.size());
  WriteSide(program.folder / "b", b, larger);
  scores.changed_ours.Add(OurChanges(program, live), larger, live.size());
  scores.changed_lkp.Add(LkpChanges(a, b, larger, live), larger, live.size());
}

// Runs n and n of the same build that follow each other, in turns or one side after the other.
Scores CompareMany(const Program& program,
                   const std::map<std::string, std::vector<RecordedRun>>& recording, size_t n,
                   bool in_turns) {
  std::mt19937_64 random(3);
  Scores scores;
  for (const auto& [key, runs] : recording) {
    if (!absl::EndsWith(key, "/A")) continue;
    const std::vector<std::string> live = LiveNames(runs, {});
    for (int trial = 0; trial < program.trials; ++trial) {
      const size_t first = kPast + random() % (runs.size() - kPast - 2 * n + 1);
      Side sides[2];
      for (size_t i = 0; i < 2 * n; ++i) {
        sides[in_turns ? i % 2 : i / n].push_back(&runs[first + i]);
      }
      CompareOnce(program, sides[0], sides[1], live, random, scores);
    }
  }
  return scores;
}

void PrintLine(const char* order, size_t n, const char* rule, const Score& same,
               const Score& changed) {
  absl::PrintF("%-9s %d  %-8s %8.2f %8.2f %8.3f %8.3f\n", order, n, rule, same.per_thousand(),
               same.any(), changed.power(), changed.fdr());
  std::fflush(stdout);
}

Scores MeasureAndPrint(const Program& program,
                       const std::map<std::string, std::vector<RecordedRun>>& recording, size_t n,
                       bool in_turns) {
  const Scores scores = CompareMany(program, recording, n, in_turns);
  const char* order = in_turns ? "in turns" : "in blocks";
  PrintLine(order, n, "collect", scores.same_ours, scores.changed_ours);
  PrintLine(order, n, "lkp", scores.same_lkp, scores.changed_lkp);
  return scores;
}

bool Holds(const char* goal, double seen, double limit, bool at_most) {
  const bool holds = at_most ? seen <= limit : seen >= limit;
  absl::PrintF("%s  %s: %.3f, goal %s %.3f\n", holds ? "holds" : "FAILS", goal, seen,
               at_most ? "at most" : "at least", limit);
  return holds;
}

bool GoalsHold(size_t n, const Scores& scores) {
  const bool few = n == 3;
  const auto name = [n](const char* goal) { return absl::StrCat("n=", n, " ", goal); };
  bool all =
      Holds(name("false per 1000").c_str(), scores.same_ours.per_thousand(), few ? 2 : 1, true);
  all &= Holds(name("comparisons with any").c_str(), scores.same_ours.any(), few ? 0.2 : 0.1, true);
  all &= Holds(name("FDR at 5 %").c_str(), scores.changed_ours.fdr(), few ? 0.08 : 0.05, true);
  if (n != 4) return all;
  all &= Holds(name("power over LKP's").c_str(),
               scores.changed_ours.power() / scores.changed_lkp.power(), 2.5, false);
  all &= Holds(name("FDR over LKP's").c_str(), scores.changed_ours.fdr() / scores.changed_lkp.fdr(),
               0.2, true);
  return all;
}

int Main(const Program& program, const std::string& path) {
  const auto recording = ReadRecording(path);
  if (recording.empty()) Fail(absl::StrCat(path, ": no recording can be read there"));
  absl::PrintF("order     n  rule     false/1000  any   power      FDR\n");
  std::map<size_t, Scores> in_turns;
  for (const size_t n : {3, 4, 5}) in_turns[n] = MeasureAndPrint(program, recording, n, true);
  for (const size_t n : {4}) MeasureAndPrint(program, recording, n, false);
  bool all = true;
  for (const auto& [n, scores] : in_turns) all &= GoalsHold(n, scores);
  return all ? 0 : 1;
}

}  // namespace
}  // namespace collect

int main(int argc, char** argv) {
  collect::Program program;
  if (argc < 3 || argc > 5 || (argc > 3 && !absl::SimpleAtoi(argv[3], &program.trials))) {
    collect::Fail("usage: compare_goals COLLECT RECORDING [TRIALS [METHOD]]");
  }
  program.collect = argv[1];
  if (argc > 4) program.method = argv[4];
  std::string folder = (std::filesystem::temp_directory_path() / "compare_goals_XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) collect::Fail("cannot make a temporary folder");
  program.folder = folder;
  const int status = collect::Main(program, argv[2]);
  std::filesystem::remove_all(folder);
  return status;
}
