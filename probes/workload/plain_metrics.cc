// Lines "collect-metric NAME=VALUE [UNIT]", "NAME.pass" and "NAME.fail".
#include "probes/workload/plain_metrics.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "probes/workload/output_text.h"

namespace collect {
namespace {

constexpr absl::string_view kMark = "collect-metric";
constexpr size_t kMaxNames = 1000;
constexpr size_t kMaxNameSize = 200;
constexpr size_t kMaxUnitSize = 32;
constexpr size_t kMaxQuoted = 120;

bool IsName(absl::string_view name) {
  if (name.empty() || name.size() > kMaxNameSize) return false;
  for (const char c : name) {
    if (!absl::ascii_isalnum(c) && !absl::StrContains("_.:%/+-@", absl::string_view(&c, 1))) {
      return false;
    }
  }
  return true;
}

class Reader {
 public:
  explicit Reader(Results& results) : results_(results) {}

  void ReadLine(absl::string_view line) {
    const std::vector<absl::string_view> words = Words(line);
    if (words.empty()) return;
    if (words[0] == kMark) {
      ReadMetric(words, line);
    } else if (words.size() == 1 && IsVerdict(words[0])) {
      if (Keep(words[0], line)) results_.Add(words[0], "count", 1);
    }
  }

  void NoteOnce(absl::string_view what, absl::string_view line) {
    if (!noted_.insert(std::string(what)).second) return;
    results_.Note(absl::StrCat(what, ": \"", line.substr(0, kMaxQuoted), "\""));
  }

 private:
  static bool IsVerdict(absl::string_view word) {
    absl::string_view name = word;
    const bool verdict = absl::ConsumeSuffix(&name, ".pass") || absl::ConsumeSuffix(&name, ".fail");
    return verdict && IsName(name);
  }

  void ReadMetric(const std::vector<absl::string_view>& words, absl::string_view line) {
    const absl::string_view assignment = words.size() > 1 ? words[1] : "";
    const size_t equals = assignment.find('=');
    const absl::string_view name = assignment.substr(0, equals);
    const auto value =
        equals == absl::string_view::npos ? std::nullopt : ToNumber(assignment.substr(equals + 1));
    const absl::string_view unit = words.size() > 2 ? words[2] : "count";
    if (!IsName(name) || !value || words.size() > 3 || unit.size() > kMaxUnitSize) {
      return NoteOnce("not \"collect-metric NAME=VALUE [UNIT]\", passed over", line);
    }
    if (Keep(name, line)) results_.Add(name, unit, *value);
  }

  bool Keep(absl::string_view name, absl::string_view line) {
    if (seen_.count(std::string(name)) != 0) {
      NoteOnce("name stands twice, the first line counts", line);
      return false;
    }
    if (seen_.size() == kMaxNames) {
      NoteOnce(absl::StrCat("more than ", kMaxNames, " names, the rest is passed over from"), line);
      return false;
    }
    seen_.emplace(name);
    return true;
  }

  Results& results_;
  std::set<std::string> seen_;
  std::set<std::string> noted_;
};

}  // namespace

void ReadPlainMetrics(absl::string_view output, Results& results) {
  Reader reader(results);
  for (const absl::string_view line : WholeLines(output)) reader.ReadLine(line);
  const absl::string_view rest =
      absl::StripLeadingAsciiWhitespace(output.substr(output.rfind('\n') + 1));
  if (absl::StartsWith(rest, kMark)) {
    reader.NoteOnce("last line has no newline and may be cut, passed over", rest);
  }
}

}  // namespace collect
