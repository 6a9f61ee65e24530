// What is written about the program says what the program does.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "absl/strings/str_cat.h"
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

// The first group of every match.
std::set<std::string> Matches(const std::string& text, const std::string& pattern) {
  std::set<std::string> found;
  const std::regex regex(pattern);
  for (std::sregex_iterator match(text.begin(), text.end(), regex), end; match != end; ++match) {
    found.insert((*match)[1]);
  }
  return found;
}

// The part of collect.1 about one subcommand; the whole page of a subcommand that has its own.
std::string ManualOf(absl::string_view subcommand) {
  if (subcommand == "compare") return Source("docs/man/collect-compare.1");
  const std::string page = Source("docs/man/collect.1");
  const std::string head = absl::StrCat(".Ss collect ", subcommand, "\n");
  const size_t begin = page.find(head);
  if (begin == std::string::npos) return "";
  const size_t end = std::min(page.find(".Ss ", begin + 1), page.find(".Sh ", begin + 1));
  return page.substr(begin, end - begin);
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
        Matches(Output(absl::StrCat(subcommand.name, " --help")), "\n  (?:-., )?--([a-z-]+)");
    options.erase("help");
    EXPECT_EQ(Matches(ManualOf(subcommand.name), "\n\\.It (?:Fl . , )?Fl -([a-z-]+)"), options)
        << subcommand.name;
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
