// What is written about the program says what the program does.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "tests/tools/shell.h"
#include "tools/command.h"

namespace collect {
namespace {

using ::testing::HasSubstr;

std::string Source(const std::string& path) {
  const std::string full = absl::StrCat(COLLECT_SOURCE_DIR, "/", path);
  std::ostringstream text;
  text << std::ifstream(full).rdbuf();
  EXPECT_FALSE(text.str().empty()) << full;
  return text.str();
}

// The names behind the last `mark` in lines that begin with `start`: options in a help text or
// page.
std::set<std::string> OptionsIn(const std::string& text, absl::string_view start,
                                absl::string_view mark) {
  std::set<std::string> names;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    const size_t at = line.rfind(mark);
    if (!absl::StartsWith(line, start) || at == absl::string_view::npos) continue;
    const absl::string_view name = line.substr(at + mark.size());
    names.emplace(name.substr(0, name.find_first_not_of("abcdefghijklmnopqrstuvwxyz-")));
  }
  return names;
}

// The part of collect.1 about one subcommand; the whole page of a subcommand that has its own.
std::string ManualOf(absl::string_view subcommand) {
  if (subcommand == "compare" || subcommand == "trial") {
    return Source(absl::StrCat("docs/man/collect-", subcommand, ".1"));
  }
  const std::string page = Source("docs/man/collect.1");
  const std::string head = absl::StrCat(".Ss collect ", subcommand, "\n");
  const size_t begin = page.find(head);
  if (begin == std::string::npos) return "";
  const size_t end = std::min(page.find(".Ss ", begin + 1), page.find(".Sh ", begin + 1));
  return page.substr(begin, end - begin);
}

// A command of a page and what the page says it prints.
struct Example {
  std::string command;
  std::string output;
};

// Lines "    $ COMMAND", and the indented or empty lines below each.
std::vector<Example> ExamplesIn(const std::string& page) {
  constexpr absl::string_view kIndent = "    ";
  std::vector<Example> examples;
  bool inside = false;
  for (absl::string_view line : absl::StrSplit(page, '\n')) {
    const bool indented = absl::ConsumePrefix(&line, kIndent);
    if (indented && absl::ConsumePrefix(&line, "$ ")) {
      examples.push_back({std::string(line), ""});
      inside = true;
    } else {
      inside = inside && (indented || line.empty());
      if (inside) absl::StrAppend(&examples.back().output, line, "\n");
    }
  }
  return examples;
}

std::string WithoutBlanksAtTheEnd(absl::string_view text) {
  return std::string(absl::StripTrailingAsciiWhitespace(text));
}

class DocsTest : public testing::Test {
 protected:
  std::string Output(absl::string_view arguments) {
    const ShellResult result = Shell(absl::StrCat("$COLLECT ", arguments), scratch_.path());
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(result.err, "");
    return result.out;
  }

  ScratchFolder scratch_;
};

TEST_F(DocsTest, ManualHasTheOptionsOfEverySubcommand) {
  for (const Subcommand& subcommand : AllSubcommands()) {
    std::set<std::string> options =
        OptionsIn(Output(absl::StrCat(subcommand.name, " --help")), "  -", " --");
    options.erase("help");
    EXPECT_EQ(OptionsIn(ManualOf(subcommand.name), ".It Fl ", "Fl -"), options) << subcommand.name;
  }
}

TEST_F(DocsTest, ExamplesOfTheComparisonAreWhatTheProgramPrints) {
  const std::vector<Example> examples = ExamplesIn(Source("docs/comparison.md"));
  EXPECT_GE(examples.size(), 8);
  for (const Example& example : examples) {
    const ShellResult result =
        Shell(absl::StrCat("cd $SCRATCH\ncollect() { \"$COLLECT\" \"$@\"; }\n", example.command),
              scratch_.path());
    EXPECT_EQ(WithoutBlanksAtTheEnd(result.out), WithoutBlanksAtTheEnd(example.output))
        << example.command << "\n"
        << result.err;
  }
}

TEST_F(DocsTest, OverviewNamesEverySubcommand) {
  const std::string overview = Output("--help");
  const std::string page = Source("docs/man/collect.1");
  for (const Subcommand& subcommand : AllSubcommands()) {
    EXPECT_THAT(overview, HasSubstr(absl::StrCat("\n  ", subcommand.name, " ")));
    EXPECT_THAT(page, HasSubstr(absl::StrCat("\n.Cm ", subcommand.name, "\n")));
  }
}

// Written anew by: build/release/collect probes --format=markdown >docs/probes.md
TEST_F(DocsTest, PageOfProbesIsTheProgramsOwn) {
  EXPECT_EQ(Source("docs/probes.md"), Output("probes --format=markdown"));
}

}  // namespace
}  // namespace collect
