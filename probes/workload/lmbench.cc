// The lines of lmbench 3.
#include "probes/workload/lmbench.h"

#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "probes/workload/output_text.h"

namespace collect {
namespace {

using WordList = std::vector<absl::string_view>;

struct Unit {
  absl::string_view word;
  absl::string_view suffix;
  absl::string_view unit;
  v1::Direction better;
};
constexpr Unit kUnits[] = {
    {"microseconds", "_us", "us", v1::LOWER_IS_BETTER},
    {"nanoseconds", "_ns", "ns", v1::LOWER_IS_BETTER},
    {"MB/sec", "_MBps", "MB/s", v1::HIGHER_IS_BETTER},
    {"KB/sec", "_KBps", "kB/s", v1::HIGHER_IS_BETTER},
};

class Reader {
 public:
  explicit Reader(Results& results) : results_(results) {}

  void Read(const WordList& words) {
    if (words.size() < 2) {
      heading_.clear();
      if (words.size() == 1 && absl::StartsWith(words[0], "\"")) ReadHeading(words);
      return;
    }
    if (absl::StartsWith(words[0], "\"")) return ReadHeading(words);
    if (words.size() == 2) return ReadPair(words);
    heading_.clear();
    ReadLabelled(words);
  }

  bool any() const { return !seen_.empty(); }

 private:
  // "\"stride=64" of lat_mem_rd, "\"size=0k ovr=0.75" of lat_ctx (the overhead is no name).
  void ReadHeading(const WordList& words) {
    heading_ = std::string(absl::StripPrefix(words[0], "\""));
  }

  // "0.00049 1.374" below "stride": MB and ns; "2 1.23" below "size": processes and us; alone MB
  // and MB/s.
  void ReadPair(const WordList& words) {
    const auto size = ToNumber(words[0]);
    const auto value = ToNumber(words[1]);
    if (!size || !value) return;
    if (heading_.empty()) {
      Give(absl::StrCat(words[0], "MB_MBps"), "MB/s", v1::HIGHER_IS_BETTER, *value);
    } else {
      const absl::string_view unit = absl::StartsWith(heading_, "stride") ? "ns" : "us";
      Give(absl::StrCat(heading_, ".", words[0]), unit, v1::LOWER_IS_BETTER, *value);
    }
  }

  // "Simple syscall: 0.0637 microseconds"
  void ReadLabelled(const WordList& words) {
    const size_t size = words.size();
    const auto value = ToNumber(words[size - 2]);
    absl::string_view last = words[size - 3];
    if (!value || !absl::ConsumeSuffix(&last, ":")) return;
    WordList label(words.begin(), words.end() - 3);
    label.push_back(last);
    for (const Unit& unit : kUnits) {
      if (words[size - 1] != unit.word) continue;
      Give(absl::StrCat(absl::StrJoin(label, "_"), unit.suffix), unit.unit, unit.better, *value);
    }
  }

  void Give(const std::string& name, absl::string_view unit, v1::Direction better, double value) {
    if (!seen_.insert(name).second) return;
    results_.AddKpi(name, unit, better, value);
  }

  Results& results_;
  std::string heading_;
  std::set<std::string> seen_;
};

}  // namespace

absl::Status ParseLmbench(absl::string_view output, Results& results) {
  Reader reader(results);
  for (const absl::string_view line : WholeLines(output)) reader.Read(Words(line));
  if (reader.any()) return absl::OkStatus();
  return NoResult("lmbench", "line such as \"Simple syscall: N microseconds\"",
                  "its programs print to stderr; run it as sh -c \"lat_syscall null 2>&1\"");
}

}  // namespace collect
