// Every run's value of one metric, plotted in text.
#include "compare/sample_plot.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "compare/number_text.h"

namespace collect {
namespace {

constexpr int kHeight = 9;
constexpr size_t kLabelWidth = 10;
constexpr size_t kFullWidth = 78;
constexpr size_t kFarApart = 4;

struct Sample {
  double value = 0;
  char mark = '*';
};

std::vector<Sample> SamplesOf(const v1::Row& row) {
  std::vector<Sample> samples;
  for (int group = 0; group < row.values_size(); ++group) {
    for (const double value : row.values(group).values()) {
      if (std::isfinite(value)) samples.push_back({value, group == 0 ? '*' : 'O'});
    }
  }
  return samples;
}

// Line 0 is the highest.
int LineOf(double value, double least, double largest) {
  if (largest <= least) return kHeight / 2;
  const double share = (value - least) / (largest - least);
  return static_cast<int>(std::lround((1 - share) * (kHeight - 1)));
}

std::string LegendText(const v1::Comparison& comparison) {
  std::string text;
  for (int group = 0; group < comparison.groups_size(); ++group) {
    absl::StrAppend(&text, group == 0 ? "[*] " : "[O] ",
                    absl::Utf8SafeCEscape(comparison.groups(group).name()), "\n");
  }
  return text;
}

}  // namespace

std::string SamplePlot(const v1::Comparison& comparison, const v1::Row& row) {
  const std::vector<Sample> samples = SamplesOf(row);
  if (samples.empty()) return "";
  const auto [least, largest] =
      std::minmax_element(samples.begin(), samples.end(),
                          [](const Sample& a, const Sample& b) { return a.value < b.value; });
  const size_t step = std::clamp<size_t>(kFullWidth / samples.size(), 1, kFarApart);
  std::vector<std::string> lines(kHeight, std::string(step * samples.size() + 1, ' '));
  for (size_t i = 0; i < samples.size(); ++i) {
    lines[LineOf(samples[i].value, least->value, largest->value)][i * step + 1] = samples[i].mark;
  }
  const std::string edge =
      absl::StrCat(std::string(kLabelWidth, ' '), " +", std::string(lines[0].size(), '-'), "+\n");
  std::string text = absl::StrCat("  ", absl::Utf8SafeCEscape(row.metric().name()), "\n\n", edge);
  for (int line = 0; line < kHeight; ++line) {
    const bool is_highest = line == LineOf(largest->value, least->value, largest->value);
    const bool is_lowest = line == LineOf(least->value, least->value, largest->value);
    const std::string label = is_highest  ? MeanText(largest->value)
                              : is_lowest ? MeanText(least->value)
                                          : "";
    absl::StrAppend(&text, PadLeft(label, kLabelWidth), " |", lines[line], "|\n");
  }
  return absl::StrCat(text, edge, LegendText(comparison));
}

}  // namespace collect
