// The p values of 10,000 recorded metrics against those of the reference implementation.
//
// tests/golden/comparison/runs-interleaved-1.jsonl.zst holds 540 real runs of six workloads, one a
// line: workload w, side, start time, exit status rc, metrics m. p_values.txt holds what the rule's
// first implementation (Python, numpy and scipy) computed for some of them: a line "WORKLOAD KIND N
// COUNT", then COUNT numbers in the order of the metrics' names.
#include "compare/evidence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "compare/metric_name.h"
#include "tests/compare/recording.h"

namespace collect {
namespace {

constexpr char kFolder[] = COLLECT_SOURCE_DIR "/tests/golden/comparison/";

// The values of one metric in some runs.
std::vector<double> Take(const std::vector<RecordedRun>& runs, const std::string& name,
                         size_t first, size_t step, size_t count) {
  std::vector<double> values;
  for (size_t i = 0; i < count; ++i) values.push_back(runs[first + i * step].metrics.at(name));
  return values;
}

// The classes of the reference: the benchmarks' own metrics, else the first part of the name.
absl::string_view ReferenceClass(const std::string& name) {
  return IsRecordedKpi(name) || absl::StartsWith(name, "time.") ? "kpi" : FirstPart(name);
}

// The first 24 runs of side A are the past; the comparison is made of those that follow.
constexpr size_t kPast = 24;

struct Question {
  std::vector<std::string> names;
  std::vector<std::vector<double>> base;
  std::vector<std::vector<double>> other;
  std::vector<OwnHistory> histories;
};

OwnHistory PastOf(const std::vector<RecordedRun>& runs, const std::string& name) {
  std::vector<std::vector<double>> commits;
  for (size_t i = 0; i < kPast; i += 3) commits.push_back(Take(runs, name, i, 1, 3));
  const std::vector<absl::Span<const double>> spans(commits.begin(), commits.end());
  OwnHistory history = MakeOwnHistory(spans).value_or(OwnHistory());
  if (history.variance <= 1e-12) history.degrees = 0;
  return history;
}

// "same": runs of A in turns, with their past; "shifted": the same, every tenth metric 5 % up, no
// past; "sides": A against B.
Question MakeQuestion(const std::vector<RecordedRun>& a, const std::vector<RecordedRun>& b,
                      const std::string& kind, size_t n) {
  Question question;
  const std::vector<std::string> names = LiveNames(a, b);
  for (size_t i = 0; i < names.size(); ++i) {
    const bool sides = kind == "sides";
    std::vector<double> base = Take(a, names[i], kPast, sides ? 1 : 2, n);
    std::vector<double> other =
        sides ? Take(b, names[i], 0, 1, n) : Take(a, names[i], kPast + 1, 2, n);
    if (kind == "shifted" && i % 10 == 0) {
      for (double& value : other) value *= 1.05;
    }
    std::set<double> all(base.begin(), base.end());
    all.insert(other.begin(), other.end());
    if (all.size() < 2 || *all.begin() < 0) continue;
    question.names.push_back(names[i]);
    question.base.push_back(std::move(base));
    question.other.push_back(std::move(other));
    question.histories.push_back(PastOf(a, names[i]));
  }
  return question;
}

std::vector<double> PValues(const Question& question, bool with_past) {
  std::vector<TestedMetric> metrics;
  for (size_t i = 0; i < question.names.size(); ++i) {
    metrics.push_back({question.base[i], question.other[i], ReferenceClass(question.names[i]),
                       with_past ? &question.histories[i] : nullptr});
  }
  const Evidence evidence(metrics);
  std::vector<double> p;
  for (size_t i = 0; i < metrics.size(); ++i) p.push_back(evidence.p(i));
  return p;
}

TEST(EvidenceTest, AgreesWithTheReferenceOnTenThousandMetrics) {
  auto runs = ReadRecording(absl::StrCat(kFolder, "runs-interleaved-1.jsonl.zst"));
  std::ifstream golden(absl::StrCat(kFolder, "p_values.txt"));
  size_t compared = 0;
  std::string workload;
  std::string kind;
  size_t n = 0;
  size_t count = 0;
  while (golden >> workload >> kind >> n >> count) {
    const Question question = MakeQuestion(runs[workload + "/A"], runs[workload + "/B"], kind, n);
    ASSERT_EQ(question.names.size(), count) << workload << " " << kind;
    const std::vector<double> p = PValues(question, kind == "same");
    for (size_t i = 0; i < count; ++i, ++compared) {
      double expected = 0;
      golden >> expected;
      EXPECT_NEAR(p[i], expected, 1e-6 * expected + ClassPrior::kLeastP)
          << workload << " " << kind << " " << n << " " << question.names[i];
    }
  }
  EXPECT_GE(compared, 10000);
}

}  // namespace
}  // namespace collect
