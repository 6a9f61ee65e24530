// The metrics of stress-ng.
#include "probes/workload/stress_ng.h"

#include <set>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "probes/workload/output_text.h"

namespace collect {
namespace {

struct Stressor {
  std::string name;
  double ops = 0;
  double ops_per_sec = 0;
};

struct Extra {
  std::string name;  // "pipe.MB_per_sec_pipe_write_rate"
  double value = 0;
};

struct Report {
  std::vector<Stressor> stressors;
  std::vector<Extra> extras;
  std::set<std::string> failed;
  bool whole = false;
};

// "stress-ng: metrc: [21053] pipe   307317 ..." is "pipe   307317 ..."; other lines are empty.
absl::string_view Message(absl::string_view line) {
  const size_t end = line.find("] ");
  if (!absl::StartsWith(line, "stress-ng: ") || end == absl::string_view::npos) return {};
  return absl::StripLeadingAsciiWhitespace(line.substr(end + 2));
}

// Name, bogo ops, three times in s, two rates; with --metrics also CPU and memory.
bool ReadRow(const std::vector<absl::string_view>& words, Report& report) {
  if (words.size() != 7 && words.size() != 9) return false;
  for (size_t i = 1; i < words.size(); ++i) {
    if (!ToNumber(words[i]).has_value()) return false;
  }
  report.stressors.push_back({std::string(words[0]), *ToNumber(words[1]), *ToNumber(words[5])});
  return true;
}

// "pipe   37.56 MB per sec pipe write rate (geometic mean of 2 instances)"; their spelling.
void ReadExtra(absl::string_view message, const std::vector<absl::string_view>& words,
               Report& report) {
  const size_t mean = message.rfind(" mean of ");
  const size_t bracket = message.rfind('(', mean);
  if (words.size() < 3 || mean == absl::string_view::npos || bracket == absl::string_view::npos) {
    return;
  }
  const auto value = ToNumber(words[1]);
  const size_t start = static_cast<size_t>(words[2].data() - message.data());
  if (!value.has_value() || start >= bracket) return;
  const absl::string_view text = absl::StripAsciiWhitespace(message.substr(start, bracket - start));
  const std::string description = absl::StrReplaceAll(
      text, {{" ", "_"}, {",", "_"}, {"(", "_"}, {")", "_"}, {"[", "_"}, {"]", "_"}, {":", "_"}});
  report.extras.push_back(
      {absl::StrCat(absl::StripSuffix(words[0], ":"), ".", description), *value});
}

Report ReadTable(const std::vector<absl::string_view>& lines) {
  Report report;
  bool in_table = false;
  for (const absl::string_view line : lines) {
    const absl::string_view message = Message(line);
    const std::vector<absl::string_view> words = Words(message);
    if (words.empty()) continue;
    if (absl::StrContains(line, " fail: ")) {
      report.failed.emplace(absl::StripSuffix(absl::StripPrefix(words[0], "stress-ng-"), ":"));
    }
    if (words[0] == "(secs)") in_table = true;
    if (absl::StrContains(message, "successful run completed")) report.whole = true;
    if (in_table && !ReadRow(words, report)) ReadExtra(message, words, report);
  }
  return report;
}

// "    - stressor: pipe" and the lines below it; "..." ends the file.
Report ReadYaml(const std::vector<absl::string_view>& lines) {
  constexpr absl::string_view kTimes[] = {
      "bogo-ops-per-second-usr-sys-time", "wall-clock-time", "user-time", "system-time",
      "cpu-usage-per-instance",           "max-rss"};
  Report report;
  for (absl::string_view line : lines) {
    if (line == "...") report.whole = true;
    line = absl::StripLeadingAsciiWhitespace(line);
    if (absl::ConsumePrefix(&line, "- stressor: ")) {
      report.stressors.push_back({std::string(line)});
      continue;
    }
    const size_t colon = line.find(": ");
    if (report.stressors.empty() || colon == absl::string_view::npos) continue;
    const absl::string_view key = line.substr(0, colon);
    const auto value = ToNumber(line.substr(colon + 2));
    if (!value.has_value() || absl::c_linear_search(kTimes, key)) continue;
    Stressor& stressor = report.stressors.back();
    if (key == "bogo-ops") {
      stressor.ops = *value;
    } else if (key == "bogo-ops-per-second-real-time") {
      stressor.ops_per_sec = *value;
    } else {
      report.extras.push_back(
          {absl::StrCat(stressor.name, ".", absl::StrReplaceAll(key, {{"-", "_"}})), *value});
    }
  }
  return report;
}

void Give(const Report& report, Results& results) {
  std::set<std::string> seen;
  for (const Stressor& stressor : report.stressors) {
    if (!seen.insert(stressor.name).second) {
      results.Note(absl::StrCat("stressor stands twice, the first counts: ", stressor.name));
      continue;
    }
    const bool failed = stressor.ops <= 0 || report.failed.count(stressor.name) != 0;
    results.Add(absl::StrCat(stressor.name, failed ? ".fail" : ".pass"), "count", 1);
    if (stressor.ops <= 0) continue;
    results.Add(absl::StrCat(stressor.name, ".ops"), "count", stressor.ops);
    results.AddKpi(absl::StrCat(stressor.name, ".ops_per_sec"), "1/s", v1::HIGHER_IS_BETTER,
                   stressor.ops_per_sec);
  }
  for (const Extra& extra : report.extras) {
    if (!seen.insert(extra.name).second) continue;
    results.Add(absl::StrCat(extra.name, extra.value > 0 ? ".pass" : ".fail"), "count", 1);
    if (extra.value > 0) results.Add(extra.name, "as named", extra.value);
  }
  for (const std::string& name : report.failed) {
    if (seen.count(name) == 0) results.Add(absl::StrCat(name, ".fail"), "count", 1);
  }
}

}  // namespace

absl::Status ParseStressNg(absl::string_view output, Results& results) {
  const std::vector<absl::string_view> lines = WholeLines(output);
  Report report = ReadTable(lines);
  if (report.stressors.empty()) {
    Report yaml = ReadYaml(lines);
    yaml.failed = report.failed;
    report = std::move(yaml);
  }
  if (!report.whole && !report.stressors.empty()) report.stressors.pop_back();
  Give(report, results);
  if (report.stressors.empty()) {
    return NoResult("stress-ng", "table of metrics",
                    "it prints it to stderr; run it with --metrics-brief --stdout");
  }
  if (!report.whole) {
    return NoResult("stress-ng", "end of the metrics", "it was cut off; what it reported counts");
  }
  return absl::OkStatus();
}

}  // namespace collect
