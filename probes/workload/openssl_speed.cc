// The tables of openssl speed.
#include "probes/workload/openssl_speed.h"

#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "absl/types/span.h"
#include "probes/workload/output_text.h"

namespace collect {
namespace {

using WordList = std::vector<absl::string_view>;

class Reader {
 public:
  explicit Reader(Results& results) : results_(results) {}

  void Read(absl::string_view line) {
    const WordList words = Words(line);
    if (words.size() < 2) return;
    if (words[0] == "type") {
      columns_ = BlockSizes(words);
      bytes_ = true;
    } else if (absl::EndsWith(words.back(), "/s") && !ToNumber(words[words.size() - 2])) {
      columns_.clear();
      for (const absl::string_view word : words) columns_.emplace_back(word);
      bytes_ = false;
    } else if (words.size() > columns_.size() && !columns_.empty()) {
      ReadRow(words);
    }
  }

  bool any() const { return !seen_.empty(); }

 private:
  // "type             16 bytes     64 bytes": "16_bytes", "64_bytes".
  static std::vector<std::string> BlockSizes(const WordList& words) {
    std::vector<std::string> sizes;
    for (size_t i = 1; i + 1 < words.size(); i += 2)
      sizes.push_back(absl::StrCat(words[i], "_bytes"));
    return sizes;
  }

  // "AES-128-GCM      53019.36k   203200.60k"; "rsa 2048 bits 0.000181s 0.000013s   5512.5 79892.6"
  void ReadRow(const WordList& words) {
    const size_t first = words.size() - columns_.size();
    const std::string name = absl::StrReplaceAll(
        absl::StrJoin(absl::MakeConstSpan(words).subspan(0, first), "-"), {{"(", ""}, {")", ""}});
    for (size_t i = 0; i < columns_.size(); ++i) {
      absl::string_view word = words[first + i];
      if (bytes_ ? !absl::ConsumeSuffix(&word, "k") : !absl::EndsWith(columns_[i], "/s")) continue;
      const auto number = ToNumber(word);
      if (number) Give(absl::StrCat(name, ".", columns_[i]), *number);
    }
  }

  void Give(const std::string& name, double value) {
    if (!seen_.insert(name).second) return;
    results_.AddKpi(name, bytes_ ? "kB/s" : "1/s", v1::HIGHER_IS_BETTER, value);
  }

  Results& results_;
  std::vector<std::string> columns_;
  bool bytes_ = false;
  std::set<std::string> seen_;
};

}  // namespace

absl::Status ParseOpensslSpeed(absl::string_view output, Results& results) {
  Reader reader(results);
  for (const absl::string_view line : WholeLines(output)) reader.Read(line);
  if (reader.any()) return absl::OkStatus();
  return NoResult("openssl-speed", "table of results",
                  "run openssl speed without -mr, and to its end");
}

}  // namespace collect
