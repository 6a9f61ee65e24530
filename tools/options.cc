// The option parser.
#include "tools/options.h"

#include <cstdio>
#include <optional>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "absl/time/time.h"
#include "archive/nearest_name.h"
#include "tools/command.h"

namespace collect {
namespace {

constexpr absl::string_view kHelp = "--help";

// How a person writes the option.
std::string Spelling(const Option& option) { return absl::StrCat("--", option.name); }

absl::Status UnknownOption(const Syntax& syntax, absl::string_view name) {
  std::vector<absl::string_view> names = {absl::StripPrefix(kHelp, "--")};
  for (const Option& option : syntax.options) names.push_back(option.name);
  const absl::string_view nearest = NearestName(absl::StripPrefix(name, "--"), names);
  return absl::InvalidArgumentError(absl::StrCat(
      "unknown option ", name,
      nearest.empty() ? std::string() : absl::StrCat(", did you mean --", nearest, "?")));
}

const Option* Find(const Syntax& syntax, absl::string_view name) {
  for (const Option& option : syntax.options) {
    const bool by_letter = option.letter != 0 && name.size() == 2 && name[1] == option.letter;
    if (by_letter || name == Spelling(option)) return &option;
  }
  return nullptr;
}

// Takes the option at words[i], and the word behind it where that is its value.
absl::Status TakeOption(const Syntax& syntax, absl::Span<const std::string> words, size_t* i) {
  const absl::string_view word = words[*i];
  const size_t equals = word.find('=');
  const absl::string_view name = word.substr(0, equals);
  const Option* option = Find(syntax, name);
  if (option == nullptr) return UnknownOption(syntax, name);
  absl::string_view value;
  if (equals != absl::string_view::npos) {
    if (option->placeholder.empty()) {
      return absl::InvalidArgumentError(absl::StrCat(name, " takes no value"));
    }
    value = word.substr(equals + 1);
  } else if (!option->placeholder.empty()) {
    if (++*i == words.size()) {
      return absl::InvalidArgumentError(
          absl::StrCat(name, " needs a value: ", name, " ", option->placeholder));
    }
    value = words[*i];
  }
  absl::Status set = option->set(value);
  if (set.ok()) return set;
  return absl::InvalidArgumentError(absl::StrCat(name, "=", value, ": ", set.message()));
}

// One line of help: the option, and behind it what it does, at a fixed column.
std::string HelpLine(absl::string_view left, absl::string_view help) {
  constexpr size_t kColumn = 26;
  std::string line = absl::StrCat("  ", left);
  if (line.size() + 2 > kColumn) {
    absl::StrAppend(&line, "\n", std::string(kColumn, ' '));
  } else {
    line.resize(kColumn, ' ');
  }
  return absl::StrCat(line, help, "\n");
}

}  // namespace

absl::StatusOr<std::vector<std::string>> ParseWords(const Syntax& syntax,
                                                    absl::Span<const std::string> words) {
  std::vector<std::string> operands;
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const bool ends = word == "--";
    const bool is_operand = word.size() < 2 || word[0] != '-';
    if (ends || (is_operand && syntax.command_follows)) {
      operands.insert(operands.end(), words.begin() + i + (ends ? 1 : 0), words.end());
      break;
    }
    if (is_operand) {
      operands.push_back(word);
      continue;
    }
    const absl::Status taken = TakeOption(syntax, words, &i);
    if (!taken.ok()) return taken;
  }
  return operands;
}

std::string HelpText(const Syntax& syntax) {
  std::string text =
      absl::StrCat("Usage: ", syntax.program, syntax.options.empty() ? "" : " [options]",
                   syntax.operands.empty() ? "" : " ", syntax.operands, "\n\n", syntax.summary,
                   "\n\nOptions:\n");
  for (const Option& option : syntax.options) {
    const std::string letter =
        option.letter != 0 ? absl::StrCat("-", std::string(1, option.letter), ", ") : "";
    const absl::string_view blank = option.placeholder.empty() ? "" : " ";
    text +=
        HelpLine(absl::StrCat(letter, Spelling(option), blank, option.placeholder), option.help);
  }
  return text + HelpLine(kHelp, "print this help");
}

int WithOperands(const Syntax& syntax, absl::Span<const std::string> words,
                 absl::FunctionRef<int(const std::vector<std::string>& operands)> body) {
  bool help = false;
  Syntax with_help = syntax;
  with_help.options.push_back(WithLetter('h', SwitchOption("help", "", &help)));
  const absl::StatusOr<std::vector<std::string>> operands = ParseWords(with_help, words);
  if (help) {
    std::fputs(HelpText(syntax).c_str(), stdout);
    return 0;
  }
  if (!operands.ok()) return BadInput(syntax.program, operands.status());
  if (syntax.operands.empty() && !operands->empty()) {
    return BadInput(syntax.program, absl::InvalidArgumentError(absl::StrCat(
                                        "only options are expected: ", (*operands)[0])));
  }
  return body(*operands);
}

Option SwitchOption(absl::string_view name, absl::string_view help, bool* on) {
  return {name, "", std::string(help), [on](absl::string_view) {
            *on = true;
            return absl::OkStatus();
          }};
}

Option TextOption(absl::string_view name, absl::string_view placeholder, absl::string_view help,
                  std::string* text) {
  return {name, placeholder, std::string(help), [text](absl::string_view value) {
            if (value.empty()) return absl::InvalidArgumentError("the value is empty");
            *text = std::string(value);
            return absl::OkStatus();
          }};
}

Option ChoiceOption(absl::string_view name, std::vector<std::string> choices,
                    absl::string_view help, std::string* chosen) {
  const std::string list = absl::StrJoin(choices, ", ");
  return {name, "FORMAT", absl::StrCat(help, ": ", list),
          [choices = std::move(choices), list, chosen](absl::string_view value) {
            for (const std::string& choice : choices) {
              if (choice != value) continue;
              *chosen = choice;
              return absl::OkStatus();
            }
            return absl::InvalidArgumentError(absl::StrCat("expected one of ", list));
          }};
}

Option NumberOption(absl::string_view name, absl::string_view help, uint32_t least, uint32_t most,
                    uint32_t* number) {
  return {name, "N", std::string(help), [least, most, number](absl::string_view value) {
            uint32_t parsed = 0;
            if (!absl::SimpleAtoi(value, &parsed) || parsed < least || parsed > most) {
              return absl::InvalidArgumentError(
                  absl::StrCat("expected a number from ", least, " to ", most));
            }
            *number = parsed;
            return absl::OkStatus();
          }};
}

Option TimeOption(absl::string_view name, absl::string_view help, int64_t least_ms, int64_t most_ms,
                  int64_t* time_ms) {
  return {name, "TIME", std::string(help), [=](absl::string_view value) {
            const absl::StatusOr<int64_t> time = ParseMilliseconds(value, least_ms, most_ms);
            if (time.ok()) *time_ms = *time;
            return time.status();
          }};
}

Option ListOption(absl::string_view name, absl::string_view placeholder, absl::string_view help,
                  std::vector<std::string>* names) {
  return {name, placeholder, std::string(help), [names](absl::string_view value) {
            for (const absl::string_view part : absl::StrSplit(value, ',')) {
              if (part.empty()) return absl::InvalidArgumentError("a name between commas is empty");
              names->emplace_back(part);
            }
            return absl::OkStatus();
          }};
}

Option PairOption(absl::string_view name, absl::string_view help,
                  std::map<std::string, std::string>* pairs) {
  return {name, "KEY=VALUE", std::string(help), [pairs](absl::string_view value) {
            const size_t equals = value.find('=');
            if (equals == absl::string_view::npos || equals == 0) {
              return absl::InvalidArgumentError("expected KEY=VALUE");
            }
            (*pairs)[std::string(value.substr(0, equals))] = std::string(value.substr(equals + 1));
            return absl::OkStatus();
          }};
}

Option WithLetter(char letter, Option option) {
  option.letter = letter;
  return option;
}

Option StoreOption(std::string* directory) {
  return WithLetter(
      'o', TextOption("output", "DIR", "look for runs below DIR, as given to run", directory));
}

absl::StatusOr<int64_t> ParseMilliseconds(absl::string_view value, int64_t least_ms,
                                          int64_t most_ms) {
  absl::Duration duration;
  const bool parsed = absl::ParseDuration(value, &duration);
  if (parsed && duration >= absl::Milliseconds(least_ms) &&
      duration <= absl::Milliseconds(most_ms)) {
    return absl::ToInt64Milliseconds(duration);
  }
  return absl::InvalidArgumentError(
      absl::StrCat(parsed ? "" : "no duration such as 250ms, 1s or 10m; ", "expected ",
                   absl::FormatDuration(absl::Milliseconds(least_ms)), " to ",
                   absl::FormatDuration(absl::Milliseconds(most_ms))));
}

}  // namespace collect
