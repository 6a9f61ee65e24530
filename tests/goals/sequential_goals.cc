// How often `collect trial --until-sure` is wrong, by simulation.
//
//   sequential_goals [TRIALS]
//
// Makes up trials with one KPI, looks at each as the program does (after 4 runs a side, then after
// every 2 more, up to 16) and prints: the share of wrong verdicts (a change where there is none, or
// "smaller" where the change is the least that matters), of undecided ones, and the runs a side
// that it took. Beside it stands what looking again and again at the level of a single look would
// do. Ends with 1 when more than the budget is wrong though the noise is as the test assumes.
#include <cmath>
#include <cstdio>
#include <random>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_format.h"
#include "compare/least_effect.h"
#include "compare/sequential.h"

namespace collect {
namespace {

constexpr uint32_t kFirst = 4;
constexpr uint32_t kStep = 2;
constexpr uint32_t kMost = 16;

// Noise of runs, as a share.
struct Noise {
  double sd = 0;
  bool spikes = false;  // every tenth run is 5 standard deviations off
};

struct Score {
  double wrong = 0;
  double undecided = 0;
  double runs = 0;
};

class Simulation {
 public:
  Simulation(Noise noise, double change, bool spends)
      : noise_(noise), change_(change), spends_(spends) {}

  Score Run(int trials) {
    Score score;
    for (int i = 0; i < trials; ++i) RunOne(score);
    score.wrong /= trials;
    score.undecided /= trials;
    score.runs /= trials;
    return score;
  }

 private:
  void RunOne(Score& score) {
    v1::Comparison comparison;
    comparison.add_groups();
    comparison.add_groups();
    v1::Row& row = *comparison.add_rows();
    row.mutable_metric()->set_kpi(true);
    for (int side = 0; side < 2; ++side) row.add_values();
    Standing standing = Standing::kUndecided;
    uint32_t before = 0;
    for (uint32_t runs = kFirst; runs <= kMost && standing == Standing::kUndecided; runs += kStep) {
      for (int side = 0; side < 2; ++side) Extend(*row.mutable_values(side), side, runs);
      const double level = spends_ ? LevelOfLook(kErrorBudget, before, runs, kMost) : kErrorBudget;
      standing = LookAtKpis(comparison, level, kLeastKpiChange, kMost)[0].standing;
      before = runs;
    }
    const bool is_changed = change_ >= kLeastKpiChange;
    score.wrong += standing == (is_changed ? Standing::kSmaller : Standing::kChanged);
    score.undecided += standing == Standing::kUndecided;
    score.runs += before;
  }

  void Extend(v1::GroupValues& values, int side, uint32_t runs) {
    while (static_cast<uint32_t>(values.values_size()) < runs) {
      double error = normal_(random_) * noise_.sd;
      if (noise_.spikes && random_() % 10 == 0) error -= 5 * noise_.sd;
      values.add_values(1000 * std::exp(error + side * std::log1p(change_)));
    }
    double sum = 0;
    for (const double value : values.values()) sum += value;
    values.set_mean(sum / runs);
  }

  const Noise noise_;
  const double change_;
  const bool spends_;  // the budget, and not 5 % at each look
  std::mt19937_64 random_{1};
  std::normal_distribution<double> normal_;
};

int RunAll(int trials) {
  bool holds = true;
  std::puts("| noise | true change | wrong | undecided | runs a side | wrong without a budget |");
  std::puts("|---|---|---|---|---|---|");
  for (const Noise noise : {Noise{0.002, false}, Noise{0.005, false}, Noise{0.01, false},
                            Noise{0.03, false}, Noise{0.005, true}, Noise{0.01, true}}) {
    for (const double change : {0.0, kLeastKpiChange, 0.03}) {
      const Score score = Simulation(noise, change, true).Run(trials);
      const Score naive = Simulation(noise, change, false).Run(trials);
      absl::PrintF("| %.1f %%%s | %.0f %% | %.2f %% | %.0f %% | %.1f | %.2f %% |\n", noise.sd * 100,
                   noise.spikes ? " and spikes" : "", change * 100, score.wrong * 100,
                   score.undecided * 100, score.runs, naive.wrong * 100);
      holds = holds && (noise.spikes || score.wrong <= kErrorBudget);
    }
  }
  std::puts(holds ? "The budget of 5 % holds." : "MISSED: more than the budget is wrong.");
  return holds ? 0 : 1;
}

}  // namespace
}  // namespace collect

int main(int argc, char** argv) {
  int trials = 20'000;
  if (argc > 2 || (argc == 2 && !absl::SimpleAtoi(argv[1], &trials)) || trials < 1) {
    std::fputs("usage: sequential_goals [TRIALS]\n", stderr);
    return 2;
  }
  return collect::RunAll(trials);
}
