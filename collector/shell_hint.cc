// Words that only a shell understands.
#include "collector/shell_hint.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace collect {
namespace {

constexpr absl::string_view kOperators[] = {"<", ">",  ">>", "|",  "||", "&",
                                            ";", "&&", "&>", "2>", "<<", "2>&1"};

std::string Hint(absl::string_view word) {
  return absl::StrCat("\"", word,
                      "\" looks like shell syntax, but no shell reads this command: "
                      "use sh -c 'COMMAND LINE'");
}

}  // namespace

std::string ShellHint(const std::vector<std::string>& argv, bool not_found) {
  for (const std::string& word : argv) {
    const bool is_operator =
        std::find(std::begin(kOperators), std::end(kOperators), word) != std::end(kOperators);
    if (is_operator) return Hint(word);
  }
  if (not_found && argv.front().find_first_of("= \t\n") != std::string::npos) {
    return Hint(argv.front());
  }
  return "";
}

}  // namespace collect
