// Parses the file's lines into rules, and looks for each rule in the output.
#include "probes/workload/metrics_from.h"

#include <re2/re2.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "probes/kernel/text_scan.h"
#include "probes/workload/json_documents.h"
#include "probes/workload/output_text.h"

namespace collect {
namespace {

constexpr int64_t kMaxRegexMemory = 1 << 20;

struct WhichName {
  absl::string_view name;
  Which which;
};
constexpr WhichName kWhichNames[] = {{"first", Which::kFirst}, {"last", Which::kLast},
                                     {"sum", Which::kSum},     {"mean", Which::kMean},
                                     {"min", Which::kMin},     {"max", Which::kMax}};

absl::Status At(absl::string_view place, absl::string_view sentence) {
  return absl::InvalidArgumentError(absl::StrCat(place, ": ", sentence));
}

absl::Status SetBetter(absl::string_view word, MetricRule& rule) {
  if (word == "higher") rule.better = v1::HIGHER_IS_BETTER;
  if (word == "lower") rule.better = v1::LOWER_IS_BETTER;
  if (word == "higher" || word == "lower" || word == "none") return absl::OkStatus();
  return At(rule.place, absl::StrCat("\"", word, "\" is not higher, lower or none"));
}

absl::Status SetWhich(absl::string_view word, MetricRule& rule) {
  for (const WhichName& known : kWhichNames) {
    if (word == known.name) {
      rule.which = known.which;
      return absl::OkStatus();
    }
  }
  return At(rule.place, absl::StrCat("\"", word, "\" is not first, last, sum, mean, min or max"));
}

absl::Status SetRegex(MetricRule& rule) {
  re2::RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(kMaxRegexMemory);
  auto regex = std::make_shared<const re2::RE2>(rule.where, options);
  if (!regex->ok()) {
    return At(rule.place, absl::StrCat("not a regular expression of RE2: ", regex->error()));
  }
  if (regex->NumberOfCapturingGroups() != 1) {
    return At(rule.place, absl::StrCat("expected one group (...) around the number, found ",
                                       regex->NumberOfCapturingGroups()));
  }
  rule.regex = std::move(regex);
  return absl::OkStatus();
}

absl::Status SetPath(MetricRule& rule) {
  absl::StatusOr<std::vector<JsonStep>> path = ParseJsonPath(rule.where);
  if (!path.ok()) return At(rule.place, path.status().message());
  rule.path = *std::move(path);
  return absl::OkStatus();
}

// "regex", "json:max" and what follows it.
absl::Status SetForm(absl::string_view word, MetricRule& rule) {
  const std::pair<absl::string_view, absl::string_view> form =
      absl::StrSplit(word, absl::MaxSplits(':', 1));
  if (absl::StrContains(word, ':')) {
    absl::Status which = SetWhich(form.second, rule);
    if (!which.ok()) return which;
  }
  if (form.first == "regex") return SetRegex(rule);
  if (form.first == "json") return SetPath(rule);
  return At(rule.place, absl::StrCat("\"", form.first, "\" is not regex or json"));
}

absl::StatusOr<MetricRule> ParseRule(std::string place, absl::string_view line) {
  absl::string_view words[4];
  for (absl::string_view& word : words) {
    SkipBlanks(line);
    word = TakeWord(line);
  }
  line = absl::StripAsciiWhitespace(line);
  MetricRule rule;
  rule.place = std::move(place);
  if (line.empty()) return At(rule.place, "expected NAME UNIT BETTER FORM WHERE");
  rule.name = std::string(words[0]);
  rule.unit = std::string(words[1]);
  rule.where = std::string(line);
  absl::Status status = SetBetter(words[2], rule);
  if (status.ok()) status = SetForm(words[3], rule);
  if (!status.ok()) return status;
  return rule;
}

// The number that the regex's group holds on each line where it matches.
std::vector<double> Matches(const re2::RE2& regex, const std::vector<absl::string_view>& lines) {
  std::vector<double> numbers;
  for (const absl::string_view line : lines) {
    const re2::StringPiece piece(line.data(), line.size());
    re2::StringPiece groups[2];
    if (!regex.Match(piece, 0, piece.size(), re2::RE2::UNANCHORED, groups, 2)) continue;
    const auto number = ToNumber({groups[1].data(), groups[1].size()});
    if (number) numbers.push_back(*number);
  }
  return numbers;
}

std::vector<double> AllNumbersAt(const std::vector<nlohmann::json>& documents,
                                 const std::vector<JsonStep>& path) {
  std::vector<double> numbers;
  for (const nlohmann::json& document : documents) {
    const std::vector<double> more = NumbersAt(document, path);
    numbers.insert(numbers.end(), more.begin(), more.end());
  }
  return numbers;
}

// Of at least one number.
double Choose(const std::vector<double>& numbers, Which which) {
  const double sum = std::accumulate(numbers.begin(), numbers.end(), 0.0);
  switch (which) {
    case Which::kFirst:
      return numbers.front();
    case Which::kLast:
      return numbers.back();
    case Which::kSum:
      return sum;
    case Which::kMean:
      return sum / static_cast<double>(numbers.size());
    case Which::kMin:
      return *std::min_element(numbers.begin(), numbers.end());
    case Which::kMax:
      return *std::max_element(numbers.begin(), numbers.end());
  }
  return numbers.front();
}

void Give(const MetricRule& rule, double value, Results& results) {
  if (rule.better == v1::DIRECTION_UNSPECIFIED) {
    results.Add(rule.name, rule.unit, value);
  } else {
    results.AddKpi(rule.name, rule.unit, rule.better, value);
  }
}

}  // namespace

absl::StatusOr<std::vector<MetricRule>> ParseMetricRules(absl::string_view file,
                                                         absl::string_view text) {
  std::vector<MetricRule> rules;
  std::set<std::string> names;
  for (int number = 1; !text.empty(); ++number) {
    const absl::string_view line = absl::StripAsciiWhitespace(TakeLine(text));
    if (line.empty() || line.front() == '#') continue;
    absl::StatusOr<MetricRule> rule = ParseRule(absl::StrCat(file, ":", number), line);
    if (!rule.ok()) return rule.status();
    if (!names.insert(rule->name).second) {
      return At(rule->place, absl::StrCat("the metric ", rule->name, " stands twice"));
    }
    rules.push_back(*std::move(rule));
  }
  if (rules.empty()) return At(file, "no metric; expected lines NAME UNIT BETTER FORM WHERE");
  return rules;
}

absl::Status ReadMetrics(const std::vector<MetricRule>& rules, absl::string_view output,
                         Results& results) {
  const std::vector<absl::string_view> lines = WholeLines(output);
  const auto documents = JsonDocuments("--metrics-from", output, "the command printed none");
  absl::Status status;
  for (const MetricRule& rule : rules) {
    std::vector<double> numbers;
    if (rule.regex != nullptr) {
      numbers = Matches(*rule.regex, lines);
    } else if (documents.ok()) {
      numbers = AllNumbersAt(*documents, rule.path);
    } else {
      status.Update(At(rule.place, documents.status().message()));
      continue;
    }
    if (!numbers.empty()) {
      Give(rule, Choose(numbers, rule.which), results);
      continue;
    }
    status.Update(At(rule.place,
                     absl::StrCat(rule.name, ": no number in the output at \"", rule.where, "\"")));
  }
  return status;
}

}  // namespace collect
