// The option parser.
#include "tools/options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace collect {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

class OptionsTest : public testing::Test {
 protected:
  absl::StatusOr<std::vector<std::string>> Parse(const std::vector<std::string>& words) {
    return ParseWords(syntax_, words);
  }
  std::string Complaint(const std::vector<std::string>& words) {
    return std::string(Parse(words).status().message());
  }

  bool all_ = false;
  std::string output_;
  std::string format_ = "text";
  uint32_t runs_ = 1;
  std::vector<std::string> probes_;
  std::map<std::string, std::string> params_;
  Syntax syntax_{
      "collect try",
      "RUN...",
      "Tries.",
      {SwitchOption("all", "everything", &all_),
       WithLetter('o', TextOption("output", "DIR", "where", &output_)),
       ChoiceOption("format", {"text", "json"}, "how", &format_),
       NumberOption("runs", "how often", 1, 100, &runs_),
       ListOption("probes", "NAME,...", "which", &probes_), PairOption("param", "more", &params_)}};
};

TEST_F(OptionsTest, TakesValuesInBothForms) {
  const auto words = Parse({"--output", "a b", "x", "--runs=7", "--all", "y"});
  ASSERT_TRUE(words.ok()) << words.status();
  EXPECT_THAT(*words, ElementsAre("x", "y"));
  EXPECT_EQ(output_, "a b");
  EXPECT_EQ(runs_, 7);
  EXPECT_TRUE(all_);
}

TEST_F(OptionsTest, LetterIsTheSameOption) {
  ASSERT_TRUE(Parse({"-o", "there"}).ok());
  EXPECT_EQ(output_, "there");
}

TEST_F(OptionsTest, RepeatedOptionsAddUp) {
  ASSERT_TRUE(Parse({"--probes=a,b", "--probes", "c", "--param", "k=v", "--param=eq=1=2"}).ok());
  EXPECT_THAT(probes_, ElementsAre("a", "b", "c"));
  EXPECT_THAT(params_, ElementsAre(Pair("eq", "1=2"), Pair("k", "v")));
}

TEST_F(OptionsTest, TwoDashesEndTheOptions) {
  EXPECT_THAT(*Parse({"--all", "--", "--runs", "-"}), ElementsAre("--runs", "-"));
}

TEST_F(OptionsTest, FirstWordOfACommandEndsTheOptions) {
  syntax_.command_follows = true;
  EXPECT_THAT(*Parse({"--all", "ab", "-q", "--runs", "--"}),
              ElementsAre("ab", "-q", "--runs", "--"));
}

// S-082: words reach the command as they are.
TEST_F(OptionsTest, WordsOfTheCommandStayAsTheyAre) {
  syntax_.command_follows = true;
  EXPECT_THAT(*Parse({"--", "", "a\nb", "\"", "<"}), ElementsAre("", "a\nb", "\"", "<"));
}

TEST_F(OptionsTest, UnknownOptionNamesTheNearest) {
  EXPECT_EQ(Complaint({"--formt=json"}), "unknown option --formt, did you mean --format?");
  EXPECT_EQ(Complaint({"--zzz"}), "unknown option --zzz");
}

TEST_F(OptionsTest, ValuesThatMakeNoSenseAreNamed) {
  EXPECT_EQ(Complaint({"--runs"}), "--runs needs a value: --runs N");
  EXPECT_EQ(Complaint({"--all=yes"}), "--all takes no value");
  EXPECT_EQ(Complaint({"--runs=0"}), "--runs=0: expected a number from 1 to 100");
  EXPECT_EQ(Complaint({"--format", "yaml"}), "--format=yaml: expected one of text, json");
  EXPECT_EQ(Complaint({"--param", "=v"}), "--param==v: expected KEY=VALUE");
  EXPECT_EQ(Complaint({"--probes", "a,,b"}), "--probes=a,,b: a name between commas is empty");
  EXPECT_EQ(Complaint({"--output="}), "--output=: the value is empty");
}

// S-087: edge values of times are judged, not passed on.
TEST_F(OptionsTest, TimesHaveARange) {
  EXPECT_EQ(*ParseMilliseconds("250ms", 10, 3'600'000), 250);
  EXPECT_EQ(*ParseMilliseconds("1h", 10, 3'600'000), 3'600'000);
  for (const char* value : {"0", "-1s", "9ms", "inf", "2h"}) {
    EXPECT_EQ(ParseMilliseconds(value, 10, 3'600'000).status().message(), "expected 10ms to 1h")
        << value;
  }
  EXPECT_EQ(ParseMilliseconds("5", 10, 3'600'000).status().message(),
            "no duration such as 250ms, 1s or 10m; expected 10ms to 1h");
}

TEST_F(OptionsTest, HelpNamesEveryOption) {
  const std::string help = HelpText(syntax_);
  EXPECT_THAT(help, HasSubstr("Usage: collect try [options] RUN...\n"));
  EXPECT_THAT(help, HasSubstr("\n  -o, --output DIR        where\n"));
  EXPECT_THAT(help, HasSubstr("\n  --format FORMAT         how: text, json\n"));
  EXPECT_THAT(help, HasSubstr("\n  --help                  print this help\n"));
}

}  // namespace
}  // namespace collect
